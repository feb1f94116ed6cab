import { randomUUID } from "node:crypto";
import type { NotificationOccasion } from "@heliograph/contract";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { AlarmInfo, AlarmStore } from "../alarms/index.ts";
import { wholeTenant } from "../projects/index.ts";
import type { AlarmNews, NoticeItem, NotificationTimer } from "./notice.ts";
import type { NoticeDraft } from "./notice-draft.ts";
import type { NoticeStore, ToldDevice } from "./notice-store.ts";
import { readingsOf } from "./reading.ts";
import { againAt, type Silenced, type Silences } from "./silences.ts";
import { messageOf, type ToldBody, type WaitingBody, waitingOf } from "./told-message.ts";

export interface ToldParts {
  readonly store: Pick<NoticeStore, "devicesOf" | "takeTimersNamed">;
  readonly alarms: Pick<AlarmStore, "page">;
}

/** What is known while it is decided. */
export interface Ground {
  readonly silences: Silences;
  readonly draft: NoticeDraft;
  readonly timers: NotificationTimer[];
  readonly now: EpochMs;
}

/** A message as it was said. */
export interface Said extends Pick<AlarmNews, "tenantId" | "severity" | "ts"> {
  readonly message: ToldBody;
}

export const saidIn = (news: readonly AlarmNews[]): readonly Said[] =>
  news.flatMap(({ body, ...rest }) => (body === null ? [] : [{ ...rest, message: messageOf(body) }]));

/** One message, and what is known of what it is about. */
export interface Told extends Said {
  readonly device: ToldDevice | undefined;
  /** Active at this moment. */
  readonly alarm: AlarmInfo | undefined;
}

const alarmsAtMost = 10_000;

/** Decides about what is told without a policy, such as by rules [RUL4]: silenced as alarms are [ALM3]. */
export class ToldMessages {
  readonly #parts: ToldParts;
  readonly #recheckMs: number;

  constructor(parts: ToldParts, recheckMs: number) {
    this.#parts = parts;
    this.#recheckMs = recheckMs;
  }

  /** What there is to know of all of them, in a few statements. */
  async learn(tenant: TenantId, told: readonly Said[]): Promise<readonly Told[]> {
    const ids = [...new Set(told.flatMap(({ message }) => message.deviceId ?? []))];
    const devices = ids.length > 0 ? await this.#parts.store.devicesOf(ids) : new Map<DeviceId, ToldDevice>();
    const alarms = await this.#active(tenant, told);
    return told.map(({ message, tenantId, severity, ts }) => ({
      ...{ message, tenantId, severity, ts },
      device: message.deviceId === null ? undefined : devices.get(message.deviceId),
      alarm: alarms.get(`${message.deviceId} ${message.alarmType}`),
    }));
  }

  async decide(told: readonly Told[], at: Ground): Promise<void> {
    // The end of something that is still silenced is no news to anybody.
    const untold = new Set(await this.#parts.store.takeTimersNamed(told.map(({ message }) => waitingNameOf(message))));
    for (const one of told) this.#decide(one, untold, at);
  }

  /** What was silenced is told when that is over and it is still so: the alarm is there, or the rule holds without one. */
  again({ body, tenantId }: NotificationTimer, alarm: AlarmInfo | undefined, device: ToldDevice, at: Ground): void {
    if (body === null) return;
    const { severity, ts, ...message } = waitingOf(body);
    const so = alarm ? { severity: alarm.severity, ts: alarm.startTs } : { severity, ts };
    this.#put({ message, device, alarm, tenantId, ...so }, "RETURNED", at);
  }

  /** What rules told of an alarm before it was silenced, as it is told again afterwards. */
  repeat(said: readonly Told[], at: Ground): void {
    for (const one of said) this.#put(one, "RETURNED", at);
  }

  #decide(one: Told, untold: Set<string>, at: Ground): void {
    const { message, device } = one;
    if (message.deviceId !== null && !device) return; // it is gone
    const name = waitingNameOf(message);
    const silenced = this.silencedOf(one, untold.has(name), at.silences, at.now);
    if (!silenced) {
      this.#put(one, message.occasion, at);
      return;
    }
    at.draft.leave({ ...itemOf(one, message.occasion, at.now), ...stateOf(silenced) });
    if (message.occasion === "CLEARED") return;
    const timer = this.#waiting(one, name, againAt(silenced, at.now, this.#recheckMs));
    if (!timer) return;
    untold.add(name);
    at.timers.push(timer);
  }

  /** Nothing where it cannot be known afterwards whether it is still so. */
  #waiting({ message, tenantId, severity, ts, alarm }: Told, key: string, due: EpochMs): NotificationTimer | undefined {
    const { deviceId, ruleId, alarmType } = message;
    if (deviceId === null || (!alarm && (ruleId === null || alarmType !== null))) return undefined;
    const body: WaitingBody = { ...message, severity, ts };
    return {
      ...{ key, kind: "TOLD", tenantId, alarmId: alarm?.id ?? null, deviceId, due, body: JSON.stringify(body) },
      ...{ policyId: null, step: 0 },
    };
  }

  silencedOf(
    { message, device, alarm }: Told,
    isUntold: boolean,
    silences: Silences,
    now: EpochMs,
  ): Silenced | undefined {
    if (message.occasion === "CLEARED" && isUntold) return { kind: "UNTOLD", until: null, detail: null };
    if (alarm) return silences.of(alarm, now);
    if (!device) return undefined;
    const { id, projectPath, deviceTypeId } = device;
    const originator = { type: "DEVICE", id } as const;
    return silences.ofPlace({ originator, projectPath, deviceTypeId, type: message.alarmType }, now);
  }

  #put(one: Told, occasion: NotificationOccasion, { draft, now }: Ground): void {
    const { place, ruleId } = one.message;
    const { tenantId } = one;
    draft.put(itemOf(one, occasion, now), {
      ...place,
      group: `told/${place.group}`,
      tenantId,
      ruleId,
      policyId: null,
      step: 0,
    });
  }

  async #active(tenant: TenantId, told: readonly { message: ToldBody }[]): Promise<ReadonlyMap<string, AlarmInfo>> {
    const named = told.filter(({ message }) => message.deviceId !== null && message.alarmType !== null);
    if (named.length === 0) return new Map();
    const found = await this.#parts.alarms.page(
      {
        reach: wholeTenant(tenant),
        amongDevices: [...new Set(named.flatMap(({ message }) => message.deviceId ?? []))],
        types: [...new Set(named.flatMap(({ message }) => message.alarmType ?? []))],
        ...{ searchStatuses: ["ACTIVE"], deviceId: undefined, status: undefined, isUndone: false },
        ...{ severities: undefined, assigneeId: undefined, textSearch: undefined },
        ...{ startTime: undefined, endTime: undefined, sortProperty: "createdTime", descending: true },
      },
      { page: 0, limit: alarmsAtMost },
    );
    return new Map(found.map((alarm) => [`${alarm.originator.id} ${alarm.type}`, alarm]));
  }
}

/** One of a kind waits for each device. */
export const waitingNameOf = ({ place, deviceId }: ToldBody): string => `told/${place.group}/${deviceId}`;

const stateOf = ({ kind, until, detail }: Silenced) => ({ silence: kind, until, detail });

const itemOf = (
  { message, device, alarm, tenantId, severity, ts }: Told,
  occasion: NotificationOccasion,
  decidedTime: EpochMs,
): NoticeItem => ({
  ...{ id: randomUUID(), tenantId, noticeId: null, policyId: null, origin: message.key },
  alarmId: message.alarmId ?? alarm?.id ?? null, // its own: another one may be active by now
  deviceId: message.deviceId,
  deviceName: device?.name ?? null,
  ...{ title: message.title, text: message.text, severity, occasion, ts, decidedTime },
  readings: occasion === "RETURNED" && alarm ? readingsOf(alarm, occasion) : (message.readings ?? []),
  ...{ silence: null, until: null, detail: null },
});
