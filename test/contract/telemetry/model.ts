import {
  type AggregateFunction,
  type BucketEdges,
  JsonDocument,
  type KeySelection,
  type PointBatch,
  type Sample,
  type TelemetryValue,
  type TimeRange,
} from "../../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";

type Series = Map<number, TelemetryValue>;

const isNumeric = (value: TelemetryValue): value is number | bigint | boolean =>
  typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";

const asNumber = (value: number | bigint | boolean): number | bigint =>
  typeof value === "boolean" ? Number(value) : value;

function fold(values: readonly TelemetryValue[], by: AggregateFunction): number | bigint | undefined {
  if (by === "COUNT") return values.length > 0 ? values.length : undefined;
  const numbers = values.filter(isNumeric).map(asNumber);
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce((total: number, value) => total + Number(value), 0);
  if (by === "SUM") return sum;
  if (by === "AVG") return sum / numbers.length;
  return numbers.reduce((best, value) => ((by === "MIN" ? value < best : value > best) ? value : best));
}

/** What a telemetry store is, without any of its difficulties: maps of maps. The truth that adapters are held to. */
export class TelemetryModel {
  readonly #devices = new Map<string, Map<string, Series>>();

  #seriesOf(device: string, key: string): Series {
    return this.#devices.get(device)?.get(key) ?? new Map();
  }

  append(device: string, batch: PointBatch): void {
    const keys = this.#devices.get(device) ?? new Map<string, Series>();
    this.#devices.set(device, keys);
    for (const { key, ts, value } of batch) {
      const series = keys.get(key) ?? new Map();
      keys.set(key, series.set(ts, value));
    }
  }

  points(device: string, key: string, range: TimeRange): Sample[] {
    const inside = [...this.#seriesOf(device, key)].filter(([ts]) => ts >= range.from && ts < range.to);
    return inside.sort(([a], [b]) => a - b).map(([ts, value]) => ({ ts: epochMs(ts), value }));
  }

  scan(device: string, key: string, range: TimeRange, order: "ASC" | "DESC" = "ASC", limit?: number): Sample[] {
    const points = this.points(device, key, range);
    return (order === "ASC" ? points : points.reverse()).slice(0, limit);
  }

  latest(device: string, keys: KeySelection): Map<string, Sample> {
    const everything = { from: epochMs(-8.64e15), to: epochMs(8.64e15 + 1) };
    const wanted = keys === "all" ? this.keys(device) : keys.only;
    const newest = wanted.map((key) => [key, this.points(device, key, everything).at(-1)] as const);
    return new Map(newest.flatMap(([key, sample]) => (sample ? [[key, sample] as const] : [])));
  }

  aggregate(device: string, key: string, edges: BucketEdges, by: AggregateFunction): Sample[] {
    const [first = epochMs(0), last = first] = [edges[0], edges.at(-1)];
    const points = this.points(device, key, { from: first, to: last });
    const byBucket = Map.groupBy(points, ({ ts }) => edges.findLastIndex((edge) => edge <= ts));
    return edges.slice(0, -1).flatMap((from, i) => {
      const value = fold(
        (byBucket.get(i) ?? []).map((point) => point.value),
        by,
      );
      return value === undefined ? [] : [{ ts: from, value }];
    });
  }

  keys(device: string): string[] {
    const keys = [...(this.#devices.get(device) ?? [])];
    return keys
      .filter(([, series]) => series.size > 0)
      .map(([key]) => key)
      .sort();
  }

  delete(device: string, keys: KeySelection, range: TimeRange): void {
    for (const key of keys === "all" ? this.keys(device) : keys.only) {
      const series = this.#seriesOf(device, key);
      for (const ts of [...series.keys()]) if (ts >= range.from && ts < range.to) series.delete(ts);
    }
  }

  forget(device: string): void {
    this.#devices.delete(device);
  }
}

/** Samples in a form that can be compared: documents by their text, negative zero as such. */
export const comparable = (samples: Iterable<Sample>): unknown[] =>
  Array.from(samples, ({ ts, value }) => [ts, value instanceof JsonDocument ? { json: value.text } : value]);
