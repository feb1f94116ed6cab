import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { runsAfter } from "./forecast.ts";
import type { Schedule } from "./schedule.ts";
import { lastUntil, nextAfter } from "./timing.ts";

/** More are not counted: each costs a fraction of a millisecond in which nobody else has a turn. */
const countedAtMost = 100;

/** What is done about a schedule whose time has come. */
export interface RunPlan {
  /** To be run for this due time; undefined: nothing is run. */
  readonly run: EpochMs | undefined;
  /** What fell due and is not made up for: the first of it. */
  readonly missedSince: EpochMs | undefined;
  /** How many fell due unseen. */
  readonly missed: number;
  readonly next: EpochMs | null;
}

type Due = Pick<Schedule, "timing" | "timeZone" | "missed"> & { readonly dueTime: EpochMs };

/** In time is in time; what is later fell due while no node ran, and is left out or made up for once [SCH1]. */
export function planRun(schedule: Due, now: EpochMs, lateAfterMs: number): RunPlan {
  const isLate = (due: EpochMs) => now - due > lateAfterMs;
  const { dueTime } = schedule;
  if (!isLate(dueTime))
    return { run: dueTime, missedSince: undefined, missed: 0, next: nextAfter(schedule, dueTime) ?? null };
  const due = [dueTime, ...until(runsAfter(schedule, dueTime, countedAtMost), now)];
  if (due.length > countedAtMost) due.push(lastUntil(schedule, now) ?? dueTime);
  const missed = Math.min(due.filter(isLate).length, countedAtMost);
  const inTime = due.find((one) => !isLate(one));
  const following = nextAfter(schedule, now) ?? null;
  if (schedule.missed === "SKIP") return { run: undefined, missedSince: dueTime, missed, next: inTime ?? following };
  return { run: due.at(-1) ?? dueTime, missedSince: undefined, missed, next: following };
}

function* until(times: Iterable<EpochMs>, last: EpochMs): Generator<EpochMs> {
  for (const time of times) {
    if (time > last) return;
    yield epochMs(time);
  }
}
