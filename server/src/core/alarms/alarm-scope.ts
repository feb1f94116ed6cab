import type { Reach } from "../projects/index.ts";

/** Whose alarms: of the devices within reach, all, or those in no project [PRJ1]. */
export interface AlarmScope extends Reach {
  readonly isUnassigned?: boolean;
}
