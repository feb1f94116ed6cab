import type { AlarmId, DeviceId, RuleId } from "../../kernel/ids.ts";
import type { AlarmInfo } from "../alarms/index.ts";
import type { NotificationTimer } from "./notice.ts";
import type { NoticeStore, SaidByRule } from "./notice-store.ts";
import { againAt, type Silences } from "./silences.ts";
import { waitingOf } from "./told-message.ts";
import { type Ground, type Told, type ToldMessages, waitingNameOf } from "./told-messages.ts";

/** How long what is told again waits for more of its kind, as what rules say does. */
export interface Waiting {
  readonly waitMs: number;
  readonly everyMs: number;
}

interface Parts {
  readonly store: Pick<NoticeStore, "saidByRules" | "devicesOf" | "rulesThatHold" | "takeTimersNamed">;
  readonly messages: ToldMessages;
  readonly waiting: Waiting;
  readonly recheckMs: number;
}

/** What rules said and is told again, or at last, when an alarm or a device is not silenced any more [RUL4, ALM3]. */
export class ReturnedMessages {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Of alarms that are back, what rules told before; `waited` is told by its own timer, or was this moment. */
  async repeat(alarms: readonly AlarmInfo[], waited: ReadonlySet<string>, at: Ground): Promise<void> {
    if (alarms.length === 0) return;
    const { store, messages, waiting } = this.#parts;
    const byId = new Map<AlarmId, AlarmInfo>(alarms.map((alarm) => [alarm.id, alarm]));
    const said = await store.saidByRules([...byId.keys()]);
    const devices = await store.devicesOf([...new Set(said.map(({ deviceId }) => deviceId))]);
    const told = said.flatMap((one) => toldOf(one, byId.get(one.alarmId), devices.get(one.deviceId), waiting) ?? []);
    const fresh = told.filter(({ message }) => !waited.has(waitingNameOf(message)));
    await store.takeTimersNamed(fresh.map(({ message }) => waitingNameOf(message)));
    messages.repeat(fresh, at);
  }

  /** What rules without an alarm said, as far as they still hold. */
  async withoutAlarm(due: readonly NotificationTimer[], silences: Silences, at: Ground): Promise<void> {
    if (due.length === 0) return;
    const { store, messages, recheckMs } = this.#parts;
    const devices = await store.devicesOf([...new Set(due.map(({ deviceId }) => deviceId))]);
    const holding = new Set(await store.rulesThatHold(due.flatMap((timer) => saidBy(timer) ?? [])));
    for (const timer of due) {
      const [device, of] = [devices.get(timer.deviceId), saidBy(timer)];
      if (!device || !of || !holding.has(`${of.ruleId} ${device.id}`)) continue;
      const { id, projectPath, deviceTypeId } = device;
      const subject = { originator: { type: "DEVICE", id }, projectPath, deviceTypeId, type: null } as const;
      const silenced = silences.ofPlace(subject, at.now);
      if (silenced) at.timers.push({ ...timer, due: againAt(silenced, at.now, recheckMs) });
      else messages.again(timer, undefined, device, at);
    }
  }
}

function saidBy({ body, deviceId }: NotificationTimer): { ruleId: RuleId; deviceId: DeviceId } | undefined {
  const ruleId = body === null ? null : waitingOf(body).ruleId;
  return ruleId === null ? undefined : { ruleId, deviceId };
}

function toldOf(
  { message, deviceId }: SaidByRule,
  alarm: AlarmInfo | undefined,
  device: Told["device"],
  { waitMs, everyMs }: Waiting,
): Told | undefined {
  if (!alarm || !device) return undefined;
  const place = { ...message.place, waitMs, everyMs };
  const { tenantId, severity, startTs: ts } = alarm;
  return { message: { ...message, deviceId, alarmType: alarm.type, place }, device, alarm, tenantId, severity, ts };
}
