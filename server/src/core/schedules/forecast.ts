import type { PlannedRun, ScheduleForecast } from "@heliograph/contract";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { cronOf, followerOf, matchesClock, requireFuture, type Timed } from "./timing.ts";

const runsTold = 5;
const nanosecondsPerMs = 1_000_000;

/** The next runs, and what clocks that change do to them [SCH1]. */
export function forecastOf(timed: Timed, now: EpochMs): ScheduleForecast {
  requireFuture(timed, now);
  return {
    cron: cronOf(timed.timing) ?? null,
    runs: [...runsAfter(timed, now, runsTold)].map((time) => plannedRun(timed, time)),
    clockChange: nextChange(timed.timeZone, now),
  };
}

export function* runsAfter(timed: Timed, after: EpochMs, atMost: number): Generator<EpochMs> {
  const follow = followerOf(timed);
  let last = after;
  for (let count = 0; count < atMost; count++) {
    const next = follow(last);
    if (next === undefined) return;
    yield next;
    last = next;
  }
}

function plannedRun(timed: Timed, time: EpochMs): PlannedRun {
  const shown = zoned(time, timed.timeZone);
  const local = shown.toString({ timeZoneName: "never", smallestUnit: "second" });
  return { time, local, note: noteOf(timed, shown) };
}

function noteOf({ timing, timeZone }: Timed, shown: Temporal.ZonedDateTime): PlannedRun["note"] {
  const plain = shown.toPlainDateTime();
  const asUtc = shown.epochMilliseconds + shown.offsetNanoseconds / nanosecondsPerMs;
  const cron = cronOf(timing);
  const isMeant =
    cron === undefined ? wanted(timing) === plain.toString({ smallestUnit: "minute" }) : matchesClock(cron, asUtc);
  if (!isMeant) return "MOVED";
  const [first, second] = (["earlier", "later"] as const).map(
    (disambiguation) => plain.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
  );
  return first === second ? null : "TWICE";
}

const wanted = (timing: Timed["timing"]): string => (timing.kind === "ONCE" ? timing.at : "");

function nextChange(timeZone: string, now: EpochMs): ScheduleForecast["clockChange"] {
  const change = zoned(now, timeZone).getTimeZoneTransition("next");
  if (!change) return null;
  const before = zoned(epochMs(change.epochMilliseconds - 1), timeZone).offset;
  return { time: change.epochMilliseconds, before, after: change.offset };
}

const zoned = (time: EpochMs, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
