import type { AlarmSeverity, ShownAlarm } from "@heliograph/contract";
import type { PageAnswer } from "../page-answer.ts";

/** The worst first; these are counted on a wall display. */
const worstFirst: readonly AlarmSeverity[] = ["CRITICAL", "MAJOR", "MINOR", "WARNING", "INDETERMINATE"];

export interface WallAlarms {
  /** The worst, of these the newest. */
  readonly worst: ShownAlarm;
  readonly counts: readonly (readonly [severity: AlarmSeverity, count: number])[];
}

/** What is active among the alarms that the page shows; undefined where that is nothing. */
export function wallAlarms(answer: PageAnswer): WallAlarms | undefined {
  const shown = [...answer.values()].flatMap(({ alarms }) => alarms.filter(({ cleared }) => !cleared));
  const active = [...new Map(shown.map((alarm) => [alarm.id.id, alarm])).values()];
  const [worst] = active.toSorted(
    (one, other) =>
      worstFirst.indexOf(one.severity) - worstFirst.indexOf(other.severity) || other.startTs - one.startTs,
  );
  if (!worst) return undefined;
  const counts = worstFirst.map(
    (severity) => [severity, active.filter((alarm) => alarm.severity === severity).length] as const,
  );
  return { worst, counts: counts.filter(([, count]) => count > 0) };
}
