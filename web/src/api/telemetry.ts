import type { TelemetryExport, TelemetryPoints, TelemetryQuery } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { withNeighbours } from "../charts/neighbours.ts";
import { type Plan, planOf } from "../charts/plan.ts";

/** The latest value of every key, as text with all its digits [TEL1]. */
export const readLatest = (deviceId: string, signal: AbortSignal): Promise<TelemetryPoints> =>
  api.telemetry.read({ deviceId }, { signal });

export interface History {
  readonly plan: Plan;
  /** Points in the range, by key: texts are counted, too, though they have no mean. */
  readonly counts: ReadonlyMap<string, number>;
  /** Points of each kind the plan asked for. */
  readonly parts: Readonly<Partial<Record<"NONE" | "AVG" | "MIN" | "MAX", TelemetryPoints>>>;
}

export interface HistoryRange {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly from: number;
  readonly to: number;
  /** With the nearest points before and after it, where points are read as they are: lines go on to the edge. */
  readonly hasNeighbours?: boolean;
}

/** Points where they are few, else mean, minimum and maximum per interval: the browser never draws what nobody sees. */
export async function readHistory(range: HistoryRange, signal?: AbortSignal): Promise<History> {
  const { from, to } = range;
  const counted = await read(range, { agg: "COUNT", interval: Math.max(1, to - from) }, signal);
  const counts = countsOf(counted);
  const plan = planOf(from, to, [...counts.values()]);
  if (plan.kind === "raw") return { plan, counts, parts: { NONE: await readPoints(range, plan.points, signal) } };
  const [AVG, MIN, MAX] = await Promise.all(
    (["AVG", "MIN", "MAX"] as const).map((agg) => read(range, { agg, interval: plan.intervalMs }, signal)),
  );
  return { plan, counts, parts: { ...(AVG && { AVG }), ...(MIN && { MIN }), ...(MAX && { MAX }) } };
}

/** So many points on each side tell how far apart they usually are: beyond the ends of a range a gap stays a gap. */
const neighbours = 3;

async function readPoints(range: HistoryRange, points: number, signal?: AbortSignal): Promise<TelemetryPoints> {
  const inside = read(range, { orderBy: "ASC", limit: Math.max(1, points) }, signal);
  if (!range.hasNeighbours) return inside;
  const [from, to] = [Math.max(1, Math.floor(range.from)), Math.ceil(range.to)];
  const beside = { agg: "NONE", limit: neighbours } as const;
  return withNeighbours(
    ...(await Promise.all([
      read({ ...range, from: 0, to: from }, { ...beside, orderBy: "DESC" }, signal),
      inside,
      read({ ...range, from: to, to: latestMoment }, { ...beside, orderBy: "ASC" }, signal),
    ])),
  );
}

/** As late as a date can be. */
const latestMoment = 8_640_000_000_000_000;

const countsOf = (counted: TelemetryPoints): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(counted).map(([key, points]) => [key, points.reduce((sum, { value }) => sum + Number(value), 0)]),
  );

const read = (
  { deviceId, keys, from, to }: HistoryRange,
  query: Pick<TelemetryQuery, "agg" | "orderBy" | "limit"> & { readonly interval?: number },
  signal?: AbortSignal,
): Promise<TelemetryPoints> =>
  api.telemetry.read(
    {
      ...{ deviceId, key: [...keys], startTs: from, endTs: to, orderBy: "ASC" as const },
      ...{ ...query, interval: query.interval?.toString() },
    },
    { signal },
  );

const sparkEveryMs = 60_000;
const hourMs = 3_600_000;

/** The time that sparks read at a moment stand for. */
export const sparkSpan = (readAt: number, spanMs = hourMs) => ({ from: readAt - spanMs, to: readAt });

/** The last hour of some keys, or another time, thin enough for a line of a hundred pixels; it moves on by the minute. */
export const sparks = (deviceId: string, keys: readonly string[], spanMs = hourMs) => {
  const buckets = 60;
  return queryOptions({
    queryKey: ["sparks", deviceId, keys, spanMs],
    queryFn: ({ signal }) => {
      const span = sparkSpan(Date.now(), spanMs);
      return read({ deviceId, keys, ...span }, { agg: "AVG", interval: spanMs / buckets }, signal);
    },
    enabled: keys.length > 0,
    refetchInterval: sparkEveryMs,
  });
};

/** A way has so many places at most: more are no other line on a small map. */
const placesOfWay = 180;

/**
 * Where a device was in the last hour, of the keys that hold its position: means of a third of a minute; of texts, which
 * have none, the newest.
 */
export const recentPlaces = (deviceId: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: ["recent-places", deviceId, keys],
    queryFn: async ({ signal }) => {
      const range = { deviceId, keys, ...sparkSpan(Date.now()) };
      const means = await read(range, { agg: "AVG", interval: hourMs / placesOfWay }, signal);
      if (Object.values(means).some((points) => points.length > 0)) return means;
      return read(range, { agg: "NONE", orderBy: "DESC", limit: placesOfWay }, signal);
    },
    enabled: keys.length > 0,
    refetchInterval: sparkEveryMs,
  });

/** When the first point of some keys was measured; null where there is none. It is asked once: points come at the other end. */
export const firstMoment = (deviceId: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: ["first-moment", deviceId],
    queryFn: async ({ signal }) => {
      const found = await read({ deviceId, keys, from: 0, to: latestMoment }, { agg: "NONE", limit: 1 }, signal);
      const moments = Object.values(found).flatMap((points) => points.map(({ ts }) => ts));
      return moments.length === 0 ? null : Math.min(...moments);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Points of some keys in a range; nothing of it is left. */
export const deletePoints = ({ deviceId, keys, from, to }: HistoryRange) =>
  api.telemetry.remove({ deviceId, key: [...keys], startTs: from, endTs: to });

/** Without it spreadsheets take °C for something else. */
const byteOrderMark = "\ufeff";

/** For people: a row for each moment, a column for each channel. */
export async function exportTable(range: HistoryRange): Promise<Blob> {
  const table = await exported(range, { layout: "wide", times: "iso" });
  return new Blob([byteOrderMark, table], { type: table.type });
}

/** For programs: a line for each value, as the API has it. */
export const exportLines = (range: HistoryRange): Promise<Blob> => exported(range, {});

async function exported({ deviceId, keys, from, to }: HistoryRange, look: Pick<TelemetryExport, "layout" | "times">) {
  const query = { key: [...keys], startTs: from, endTs: to, format: "csv" as const, describe: true };
  return (await api.telemetry.export({ deviceId, ...query, ...look })).blob();
}
