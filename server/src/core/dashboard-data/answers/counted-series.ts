import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { maxAbsoluteTs, type TimeRange } from "../../telemetry/index.ts";
import { tooManyPoints } from "../errors.ts";
import { readAhead } from "../read-ahead.ts";
import { type Answering, readsAtOnce } from "./answering.ts";

/** One key of one device, and how many points of it there are in the time asked for. */
export interface CountedSeries {
  readonly deviceId: DeviceId;
  readonly key: string;
  readonly points: number;
}

/**
 * The series a question is about. How many points they have is known from the statistics of blocks: too many are refused
 * before any is read, with the number [DSH4].
 */
export async function countedSeries(
  { sources, devices, budget, gone }: Answering,
  keys: readonly string[],
  range: TimeRange,
): Promise<readonly CountedSeries[]> {
  const named = devices.flatMap(({ id }) => [...new Set(keys)].map((key) => ({ deviceId: id, key })));
  budget.takeSeries(named.length);
  const counted: CountedSeries[] = [];
  const isNothing = range.from >= range.to; // before all time
  let total = 0;
  const count = async (series: (typeof named)[number]): Promise<CountedSeries> => {
    const edges = [range.from, range.to];
    const [bucket] =
      gone.aborted || isNothing ? [] : await sources.telemetry.aggregate(series.deviceId, series.key, edges, "COUNT");
    return { ...series, points: Number(bucket?.value ?? 0) };
  };
  for await (const series of readAhead(named, readsAtOnce, count)) {
    counted.push(series);
    total += series.points;
  }
  if (total > budget.limits.points) throw tooManyPoints(total, budget.limits.points);
  return counted;
}

/** The time a question is about: that of the page, or so long before. */
export function shifted({ range, times }: Pick<Answering, "range" | "times">, byMs = 0): TimeRange {
  /** Before what a date can hold there is nothing, before what may be told there might as well be. */
  const first = times.notBefore ?? -maxAbsoluteTs;
  const earlier = (time: EpochMs): EpochMs => epochMs(Math.max(first, time - byMs));
  return { from: earlier(range.from), to: earlier(range.to) };
}
