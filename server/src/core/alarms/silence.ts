import type { EpochMs } from "../../kernel/time.ts";
import type { AlarmInfo, Shelf } from "./alarm.ts";
import { concerns, isOn, type MaintenanceWindow, type WindowSubject } from "./maintenance-window.ts";

/** Why nobody is told of an alarm at this moment. */
export interface Silence {
  readonly shelf: Shelf | null;
  readonly window: MaintenanceWindow | null;
}

/** What silences an alarm at this moment; the alarm itself stays as it is [ALM3]. */
export function silenceOf(alarm: AlarmInfo, windows: readonly MaintenanceWindow[], now: EpochMs): Silence {
  return {
    shelf: alarm.shelf && now < alarm.shelf.until ? alarm.shelf : null,
    window: windowFor(alarm, windows, now) ?? null,
  };
}

/** The window that is on for it. */
export const windowFor = (
  subject: WindowSubject,
  windows: readonly MaintenanceWindow[],
  now: EpochMs,
): MaintenanceWindow | undefined => windows.find((window) => concerns(window, subject) && isOn(window, now));

/** The question that whoever tells people asks first. */
export function isSilenced(alarm: AlarmInfo, windows: readonly MaintenanceWindow[], now: EpochMs): boolean {
  const { shelf, window } = silenceOf(alarm, windows, now);
  return shelf !== null || window !== null;
}
