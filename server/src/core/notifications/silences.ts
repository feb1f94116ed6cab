import type { AlarmId, DeviceId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { type AlarmInfo, type MaintenanceWindow, silenceOf, type WindowSubject, windowFor } from "../alarms/index.ts";
import type { NotificationTimer, SilenceKind } from "./notice.ts";

/** Why nobody is told of an alarm at this moment, and until when as far as it is known. */
export interface Silenced {
  readonly kind: SilenceKind;
  readonly until: EpochMs | null;
  readonly detail: string | null;
}

const says = (details: unknown, name: string, value: unknown): boolean =>
  typeof details === "object" && details !== null && (details as Record<string, unknown>)[name] === value;

/** Raised by a rule that looks for nothing else than a device that is silent. */
export const isDeviceSilent = ({ details }: Pick<AlarmInfo, "details">): boolean => says(details, "silent", true);

/** Raised by a rule because nothing came. */
export const isOfMissingData = (alarm: Pick<AlarmInfo, "details">): boolean =>
  says(alarm.details, "cause", "NO_DATA") || isDeviceSilent(alarm);

/** It held for the moment it happened: that it is over is said with that it was. */
export const isOfMoment = ({
  details,
  startTs,
  clearTs,
}: Pick<AlarmInfo, "details" | "startTs" | "clearTs">): boolean =>
  says(details, "momentary", true) && startTs === clearTs;

/** What silences alarms of one tenant at one moment [ALM3]. */
export class Silences {
  readonly #windows: readonly MaintenanceWindow[];
  readonly #silent: ReadonlyMap<DeviceId, readonly AlarmId[]>;

  /** The windows that are on, and the alarms that each device is silent, the oldest first. */
  constructor(windows: readonly MaintenanceWindow[], silent: ReadonlyMap<DeviceId, readonly AlarmId[]>) {
    this.#windows = windows;
    this.#silent = silent;
  }

  of(alarm: AlarmInfo, now: EpochMs): Silenced | undefined {
    if (alarm.cleared) return undefined;
    const { shelf, window } = silenceOf(alarm, this.#windows, now);
    if (shelf) return { kind: "SHELVED", until: shelf.until, detail: shelf.reason };
    if (window) return byWindow(window);
    return this.#follows(alarm) ? { kind: "FOLLOWS_SILENCE", until: null, detail: null } : undefined;
  }

  /** Of something of a device that is no open alarm. */
  ofPlace(subject: WindowSubject, now: EpochMs): Silenced | undefined {
    const window = windowFor(subject, this.#windows, now);
    return window && byWindow(window);
  }

  /** Of several that say that the device is silent the oldest is told. */
  #follows(alarm: AlarmInfo): boolean {
    if (!isOfMissingData(alarm)) return false;
    const silent = this.#silent.get(alarm.originator.id) ?? [];
    return isDeviceSilent(alarm) ? silent[0] !== undefined && silent[0] !== alarm.id : silent.length > 0;
  }
}

export const byWindow = ({ recurrence, endTs, name }: MaintenanceWindow): Silenced => ({
  kind: "MAINTENANCE",
  until: recurrence ? null : endTs,
  detail: name,
});

/** Looked at again when it may be over, and now and then: windows can be changed and deleted. */
export const silenceTimerOf = (
  { id, tenantId, originator }: AlarmInfo,
  silenced: Silenced,
  now: EpochMs,
  recheckMs: number,
): NotificationTimer => ({
  key: `silence/${id}`,
  kind: "SILENCE",
  ...{ tenantId, alarmId: id, deviceId: originator.id, policyId: null, step: 0, body: null },
  due: againAt(silenced, now, recheckMs),
});

export const againAt = ({ until }: Silenced, now: EpochMs, recheckMs: number): EpochMs =>
  epochMs(Math.min(until ?? Infinity, now + recheckMs));
