import type { ReportRange, ReportUnit } from "@heliograph/contract";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { TimeRange } from "../telemetry/index.ts";
import { reportInvalid, reportZoneUnknown } from "./errors.ts";

/** Which time a report is about that is made at this moment, by the clocks of a zone [SCH2]. */
export function rangeAt(range: ReportRange, at: EpochMs, timeZone: string): TimeRange {
  switch (range.kind) {
    case "BETWEEN":
      return { from: epochMs(range.startTs), to: epochMs(range.endTs) };
    case "LAST":
      return { from: epochMs(at - range.ms), to: at };
    case "CURRENT":
      return { from: beginningOf(range.unit, zoned(at, timeZone)), to: at };
    case "PREVIOUS": {
      const { unit, count = 1 } = range;
      const now = zoned(at, timeZone);
      return { from: beginningOf(unit, earlier(unit, count, now)), to: beginningOf(unit, now) };
    }
  }
}

/** Refuses what is no time, or no zone. */
export function requireRange(range: ReportRange, timeZone: string): void {
  if (range.kind === "BETWEEN" && range.endTs <= range.startTs)
    throw reportInvalid("RANGE", "content.range", "", "endTs has to be later than startTs");
  try {
    zoned(epochMs(0), timeZone);
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw reportZoneUnknown(timeZone);
  }
}

const zoned = (at: EpochMs, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** Where a unit begins: at what clocks show first of it, where they skip midnight as well. */
function beginningOf(unit: ReportUnit, moment: Temporal.ZonedDateTime): EpochMs {
  if (unit === "HOUR") return epochMs(moment.round({ smallestUnit: "hour", roundingMode: "floor" }).epochMilliseconds);
  const day = moment.startOfDay();
  return epochMs(firstDay(unit, day).startOfDay().epochMilliseconds);
}

function firstDay(unit: ReportUnit, day: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (unit === "WEEK") return day.subtract({ days: day.dayOfWeek - 1 });
  if (unit === "MONTH") return day.with({ day: 1 });
  return unit === "YEAR" ? day.with({ month: 1, day: 1 }) : day;
}

/** From a beginning, so that the 31st has a month before it. */
function earlier(unit: ReportUnit, count: number, moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (unit === "HOUR") return moment.subtract({ hours: count });
  const first = firstDay(unit, moment.startOfDay());
  const key = ({ DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" } as const)[unit];
  return first.subtract({ [key]: count });
}
