import type { SeriesQuery } from "@heliograph/contract";
import {
  type AggregateFunction,
  type BucketEdges,
  bucketEdgesInTurns,
  type CalendarUnit,
  type Interval,
  type Sample,
  type TimeRange,
} from "../../telemetry/index.ts";
import type { AnswerPiece, Envelope } from "../data-piece.ts";
import { readAhead } from "../read-ahead.ts";
import { type Answer, type Answering, readsAtOnce } from "./answering.ts";
import { type CountedSeries, countedSeries, shifted } from "./counted-series.ts";
import { newestTold } from "./newest-told.ts";

const defaultBuckets = 500;
/** Where points are hardly more than parts of the time, the points themselves tell more. */
const pointsPerBucket = 2;
/** Samples of one line of the answer. */
const samplesPerPiece = 5_000;

/** How the series of a question are read. */
interface Plan {
  readonly range: TimeRange;
  readonly edges: BucketEdges;
  readonly intervalMs: number;
  readonly by: AggregateFunction | "ENVELOPE" | "POINTS";
}

/** History of channels: envelopes, points, or one value per interval [DSH4]. */
export const answerSeries: Answer<SeriesQuery> = async function* (query, answering) {
  const range = shifted(answering, query.shiftMs);
  const plan = await planOf(query, range, answering.timeZone);
  const series = await countedSeries(answering, query.keys, range);
  answering.budget.takeValues(series.reduce((sum, one) => sum + valuesOf(plan, one), 0));
  const begun = (one: CountedSeries) => read(answering, plan, one);
  for await (const pieces of readAhead(series, readsAtOnce, begun)) {
    if (answering.gone.aborted) return;
    yield* pieces;
  }
};

async function planOf(query: SeriesQuery, range: TimeRange, timeZone: string): Promise<Plan> {
  const { form: by = "ENVELOPE", buckets = defaultBuckets, interval } = query;
  if (by === "POINTS") return { range, edges: [], intervalMs: 0, by };
  const wanted = by === "ENVELOPE" ? partsOf(range, buckets) : intervalOf(interval ?? "", timeZone);
  const edges = await bucketEdgesInTurns(range.from, range.to, wanted);
  return { range, edges, intervalMs: wanted.kind === "fixed" ? wanted.ms : 0, by };
}

const partsOf = ({ from, to }: TimeRange, buckets: number): Interval => ({
  kind: "fixed",
  ms: Math.max(1, Math.ceil((to - from) / buckets)),
});

const intervalOf = (interval: string, timeZone: string): Interval =>
  /^\d/.test(interval)
    ? { kind: "fixed", ms: Number(interval) }
    : { kind: "calendar", unit: interval as CalendarUnit, timeZone };

/** Whether each point is told. */
const isInPoints = ({ by, edges }: Plan, { points }: CountedSeries): boolean =>
  by === "POINTS" || (by === "ENVELOPE" && points <= pointsPerBucket * (edges.length - 1));

/** How many values a series is told with, at most. */
function valuesOf(plan: Plan, series: CountedSeries): number {
  if (isInPoints(plan, series)) return series.points;
  const parts = Math.min(series.points, plan.edges.length - 1);
  return plan.by === "ENVELOPE" ? parts * 3 : parts;
}

type Pieces = AsyncIterable<AnswerPiece> | Iterable<AnswerPiece>;

async function read(answering: Answering, plan: Plan, series: CountedSeries): Promise<Pieces> {
  const { telemetry } = answering.sources;
  const { deviceId, key, points } = series;
  if (answering.gone.aborted) return [];
  if (points === 0) return [await emptyOf(answering, series, 0)];
  if (isInPoints(plan, series)) return pointsOf(answering, plan.range, series);
  if (plan.by === "ENVELOPE") return [await envelopePiece(answering, plan, series)];
  const samples = await telemetry.aggregate(deviceId, key, plan.edges, plan.by as AggregateFunction);
  if (samples.length === 0) return [await emptyOf(answering, series, points)];
  return inPieces(samples).map((some) => ({ is: "samples", form: "BUCKETS", deviceId, key, samples: some }));
}

/** Points are read as they are taken. */
async function* pointsOf(
  { sources }: Answering,
  range: TimeRange,
  { deviceId, key }: CountedSeries,
): AsyncGenerator<AnswerPiece> {
  for await (const chunk of sources.telemetry.scan(deviceId, key, range, "ASC"))
    for (const samples of inPieces(chunk)) yield { is: "samples", form: "POINTS", deviceId, key, samples };
}

async function envelopePiece(answering: Answering, plan: Plan, series: CountedSeries): Promise<AnswerPiece> {
  const { deviceId, key, points } = series;
  const by = (one: AggregateFunction) => answering.sources.telemetry.aggregate(deviceId, key, plan.edges, one);
  const envelope = aligned(await Promise.all([by("MIN"), by("MAX"), by("AVG")]));
  if (envelope.min.length === 0) return emptyOf(answering, series, points);
  return { is: "envelope", deviceId, key, intervalMs: plan.intervalMs, envelope };
}

/** What came in between two reads is in one of them only. */
function aligned([min, max, avg]: readonly [readonly Sample[], readonly Sample[], readonly Sample[]]): Envelope {
  const isInBoth = (one: readonly Sample[], other: readonly Sample[]) =>
    one.length === other.length && one.every(({ ts }, at) => other[at]?.ts === ts);
  if (isInBoth(min, max) && isInBoth(min, avg)) return { min, max, avg };
  const common = [min, max, avg].map((list) => new Set(list.map(({ ts }) => ts))).reduce((a, b) => a.intersection(b));
  const kept = (list: readonly Sample[]) => list.filter(({ ts }) => common.has(ts));
  return { min: kept(min), max: kept(max), avg: kept(avg) };
}

/** Says when there was something last: an empty box would say nothing. */
async function emptyOf(answering: Answering, series: CountedSeries, notNumbers: number): Promise<AnswerPiece> {
  const { deviceId, key } = series;
  const latest = await newestTold(answering, deviceId, { only: [key] });
  return { is: "empty", deviceId, key, lastTs: latest.get(key)?.ts ?? null, notNumbers };
}

function inPieces(samples: readonly Sample[]): readonly (readonly Sample[])[] {
  if (samples.length <= samplesPerPiece) return [samples];
  const pieces: (readonly Sample[])[] = [];
  for (let at = 0; at < samples.length; at += samplesPerPiece) pieces.push(samples.slice(at, at + samplesPerPiece));
  return pieces;
}
