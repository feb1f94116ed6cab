import type { NumberArray } from "../format/data-type.ts";
import type { Series } from "../read/series.ts";
import { VariableValues } from "../read/variable-values.ts";

/** What happens to samples of one channel with the same time. */
export type Duplicates = "first" | "last" | "all";

/** The samples in the order of time; equal times keep their order, or are thinned out. */
export function sortedSeries(series: Series, duplicates: Duplicates): Series {
  const { times } = series;
  if (isStrictlyRising(times)) return series;
  const order = Uint32Array.from(times.keys()).sort((a, b) => compare(times[a], times[b]) || a - b);
  return reordered(series, duplicates === "all" ? order : thinned(order, times, duplicates));
}

function isStrictlyRising(times: BigInt64Array): boolean {
  for (let i = 1; i < times.length; i++) if ((times[i] as bigint) <= (times[i - 1] as bigint)) return false;
  return true;
}

const compare = (a = 0n, b = 0n): number => (a < b ? -1 : a > b ? 1 : 0);

function thinned(order: Uint32Array, times: BigInt64Array, duplicates: "first" | "last"): Uint32Array {
  const other = duplicates === "first" ? -1 : 1;
  return order.filter((place, i) => times[place] !== times[order[i + other] ?? -1]);
}

function reordered({ channel, times, values }: Series, order: Uint32Array): Series {
  const sortedTimes = BigInt64Array.from(order, (place) => times[place] ?? 0n);
  const sorted =
    values instanceof VariableValues
      ? reorderedVariable(values, order)
      : reorderedNumbers(values, order, channel.width);
  return { channel, times: sortedTimes, values: sorted };
}

function reorderedVariable(values: VariableValues, order: Uint32Array): VariableValues {
  const offsets = new Uint32Array(order.length + 1);
  for (const [i, place] of order.entries()) offsets[i + 1] = (offsets[i] ?? 0) + values.bytesAt(place).length;
  const bytes = new Uint8Array(offsets[order.length] ?? 0);
  for (const [i, place] of order.entries()) bytes.set(values.bytesAt(place), offsets[i]);
  return VariableValues.adjoining(bytes, offsets);
}

function reorderedNumbers(values: NumberArray, order: Uint32Array, width: number): NumberArray {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const size = values.BYTES_PER_ELEMENT * width;
  const sorted = new Uint8Array(order.length * size);
  for (const [i, place] of order.entries()) sorted.set(bytes.subarray(place * size, (place + 1) * size), i * size);
  return new (values.constructor as new (buffer: ArrayBuffer) => NumberArray)(sorted.buffer);
}
