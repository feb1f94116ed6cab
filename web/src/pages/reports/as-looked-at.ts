import type { DashboardConfiguration, DashboardReport, ReportRange } from "@heliograph/contract";
import { type Moment, parseMoment } from "@heliograph/contract/moments";
import type { DashboardSearch } from "../../dashboards/dashboard-search.ts";
import { readersZone } from "../../format/zone.ts";
import { shownTime } from "../../time-range/shown-time.ts";
import { withChoice } from "./report-variables.ts";

type Configuration = Pick<DashboardConfiguration, "time" | "variables">;
type Looked = Pick<DashboardSearch, "from" | "to" | "choice">;

/** What was chosen on the page of a dashboard, as a report of it says it; nothing for what nobody chose [SCH2]. */
export function asLookedAt(
  { time, variables }: Configuration,
  { choice, ...chosen }: Looked,
  now: number,
): Partial<Pick<DashboardReport, "range" | "variables">> {
  const values = withChoice({}, variables, choice ?? {});
  const { from, to, expression } = shownTime(chosen, time, now, readersZone());
  return {
    ...(chosen.from !== undefined && { range: rangeOf(expression.map(parseMoment), from, to) }),
    ...(Object.keys(values).length > 0 && { variables: values }),
  };
}

const units = { h: "HOUR", d: "DAY", w: "WEEK", M: "MONTH", y: "YEAR" } as const;
const unitOf = (letter: string | undefined) => (Object.entries(units).find(([known]) => known === letter) ?? [])[1];
const mostUnits = 366;
const [shortestMs, longestMs] = [1_000, 316_224_000_000];

/** What moves with the clock does so in the report: "yesterday" is the day before each run. */
function rangeOf([begin, end]: readonly (Moment | undefined)[], from: number, to: number): ReportRange {
  if (begin?.kind !== "relative" || end?.kind !== "relative")
    return { kind: "BETWEEN", startTs: Math.max(0, Math.round(from)), endTs: Math.max(1, Math.round(to)) };
  const unit = unitOf(begin.cutTo);
  if (unit && begin.amount === 0 && end.cutTo === undefined && end.amount === 0) return { kind: "CURRENT", unit };
  const areWhole = begin.unit === begin.cutTo && end.cutTo === begin.cutTo && end.amount === 0;
  if (unit && areWhole && begin.amount < 0 && begin.amount >= -mostUnits)
    return { kind: "PREVIOUS", unit, ...(begin.amount < -1 && { count: -begin.amount }) };
  return { kind: "LAST", ms: Math.min(longestMs, Math.max(shortestMs, Math.round(to - from))) };
}
