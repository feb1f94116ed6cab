import { nameMaxLength } from "@heliograph/contract";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { AlarmChange, AlarmQuery, Alarms } from "../alarms/index.ts";
import type { Transactions } from "../changes/index.ts";
import { wholeTenant } from "../projects/index.ts";
import type { Notice, Notification } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";

interface Parts {
  readonly store: Pick<NoticeStore, "save" | "someDeviceOf" | "failedBeside">;
  readonly alarms: Pick<Alarms, "changeAll" | "list">;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** Whose failure it is. */
type Teller = Pick<Notice, "tenantId" | "ruleId" | "policyId"> & { readonly name: string };

type Failure = "Notification failed" | "Nobody to tell";

const clearedAtOnce = 100;
/** From this attempt on people are told: what fails once or twice is over soon. */
const toldAfter = 3;

/**
 * That people are not told is an alarm of the policy or of the rule [RUL5]: at a device it is about, as alarms are of devices, and
 * for others to be told of. It is over when a message of the same to the same recipient arrives.
 */
export class DeliveryAlarms {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In the transaction that stores the attempt; returns it with the device at which it is an alarm. */
  async failed(notification: Notification, isFinal: boolean): Promise<Notification> {
    if (!isFinal && notification.attempts < toldAfter) return notification;
    const at = notification.failedAt ?? (await this.#parts.store.someDeviceOf(notification.noticeId));
    if (at === undefined) return notification;
    const { channel, name: recipient, answer } = notification;
    await this.#raise(tellerOf(notification), at, { channel, recipient, failure: answer ?? "" });
    return { ...notification, failedAt: at };
  }

  /** It arrived: what failed before it is over. */
  async arrived(notification: Notification): Promise<void> {
    const { store, alarms, transactions, clock } = this.#parts;
    const failed = await store.failedBeside(notification);
    if (failed.length === 0) return;
    await transactions.run(async () => {
      for (const one of failed) await store.save({ ...one, failedAt: null });
      const places = [...new Set(failed.flatMap(({ failedAt }) => failedAt ?? []))];
      await alarms.changeAll(
        places.map((at) => ({ kind: "clear", ...alarmOf(tellerOf(notification), at), ts: epochMs(clock()) })),
      );
    });
  }

  /** Nobody who is named is there any more, or may see it. */
  async nobody(notice: Notice): Promise<void> {
    const at = await this.#parts.store.someDeviceOf(notice.id);
    const why = { failure: "nobody who is named is there, or may see it" };
    if (at !== undefined) await this.#raise(notice, at, why, "Nobody to tell");
  }

  /** There is somebody: that there was nobody is over, wherever it was told. */
  async somebody({ tenantId, name }: Notice): Promise<void> {
    const { alarms, clock } = this.#parts;
    const type = typeOf("Nobody to tell", name);
    const { data } = await alarms.list(activeOf(tenantId, type), { page: 0, limit: clearedAtOnce });
    const ts = epochMs(clock());
    await alarms.changeAll(data.map(({ originator }) => ({ kind: "clear", tenantId, originator, type, ts })));
  }

  async #raise(teller: Teller, at: DeviceId, why: object, what: Failure = "Notification failed"): Promise<void> {
    const now = epochMs(this.#parts.clock());
    const by = teller.ruleId === null ? { policy: teller.name } : { rule: teller.name, ruleId: teller.ruleId };
    const change: AlarmChange = {
      kind: "raise",
      ...alarmOf(teller, at, what),
      ...{ severity: "WARNING", startTs: now, endTs: now, details: { ...by, ...why } },
    };
    await this.#parts.alarms.changeAll([change]);
  }
}

const tellerOf = ({ tenantId, ruleId, policyId, policyName: name }: Notification): Teller => ({
  ...{ tenantId, ruleId, policyId, name },
});

const typeOf = (what: Failure, name: string): string => `${what}: ${name}`.slice(0, nameMaxLength).trimEnd();

const alarmOf = ({ tenantId, name }: Teller, at: DeviceId, what: Failure = "Notification failed") => ({
  tenantId,
  originator: { type: "DEVICE" as const, id: at },
  type: typeOf(what, name),
});

const activeOf = (tenant: TenantId, type: string): AlarmQuery => ({
  ...{ reach: wholeTenant(tenant), types: [type], searchStatuses: ["ACTIVE"], deviceId: undefined, status: undefined },
  ...{ isUndone: false, severities: undefined, assigneeId: undefined, textSearch: undefined },
  ...{ startTime: undefined, endTime: undefined, sortProperty: "createdTime", descending: true },
});
