import type { AlarmId, DeviceId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { type AlarmInfo, type MaintenanceWindow, silenceOf } from "../alarms/index.ts";
import type { NotificationTimer, SilenceKind } from "./notice.ts";

/** Why nobody is told of an alarm at this moment, and until when as far as it is known. */
export interface Silenced {
  readonly kind: SilenceKind;
  readonly until: EpochMs | null;
  readonly detail: string | null;
}

/** Raised by a rule because nothing came. */
export const isOfMissingData = ({ details }: AlarmInfo): boolean =>
  typeof details === "object" && details !== null && "cause" in details && details.cause === "NO_DATA";

/** What silences alarms of one tenant at one moment [ALM3]. */
export class Silences {
  readonly #windows: readonly MaintenanceWindow[];
  readonly #silent: ReadonlyMap<DeviceId, readonly AlarmId[]>;

  /** The windows that are on, and the alarms of missing data of each device, the oldest first. */
  constructor(windows: readonly MaintenanceWindow[], silent: ReadonlyMap<DeviceId, readonly AlarmId[]>) {
    this.#windows = windows;
    this.#silent = silent;
  }

  of(alarm: AlarmInfo, now: EpochMs): Silenced | undefined {
    if (alarm.cleared) return undefined;
    const { shelf, window } = silenceOf(alarm, this.#windows, now);
    if (shelf) return { kind: "SHELVED", until: shelf.until, detail: shelf.reason };
    if (window) return { kind: "MAINTENANCE", until: window.recurrence ? null : window.endTs, detail: window.name };
    const [first] = isOfMissingData(alarm) ? (this.#silent.get(alarm.originator.id) ?? []) : [];
    if (first !== undefined && first !== alarm.id) return { kind: "FOLLOWS_SILENCE", until: null, detail: null };
    return undefined;
  }
}

/** Looked at again when it may be over, and now and then: windows can be changed and deleted. */
export const silenceTimerOf = (
  { id, tenantId, originator }: AlarmInfo,
  { until }: Silenced,
  now: EpochMs,
  recheckMs: number,
): NotificationTimer => ({
  key: `silence/${id}`,
  kind: "SILENCE",
  ...{ tenantId, alarmId: id, deviceId: originator.id, policyId: null, step: 0 },
  due: epochMs(Math.min(until ?? Infinity, now + recheckMs)),
});
