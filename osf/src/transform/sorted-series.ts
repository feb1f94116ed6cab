import type { NumberArray } from "../format/data-type.ts";
import type { Series } from "../read/samples/series.ts";
import { VariableValues } from "../read/samples/variable-values.ts";

/**
 * What happens to samples of one channel that several files have at the same time. Several samples that one file has at
 * one time, as in a segment without a rate, are measured values and stay together.
 */
export type Duplicates = "first" | "last" | "all";

/**
 * The samples in the order of time; equal times keep their order, or are thinned out. `ends`: where the samples of each
 * file end in the series.
 */
export function sortedSeries(series: Series, duplicates: Duplicates, ends: readonly number[]): Series {
  const { times } = series;
  if (isStrictlyRising(times)) return series;
  const order = Uint32Array.from(times.keys()).sort((a, b) => compare(times[a], times[b]) || a - b);
  return reordered(series, duplicates === "all" ? order : thinned(order, times, duplicates, ends));
}

function isStrictlyRising(times: BigInt64Array): boolean {
  for (let i = 1; i < times.length; i++) if ((times[i] as bigint) <= (times[i - 1] as bigint)) return false;
  return true;
}

const compare = (a = 0n, b = 0n): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of every time, the samples of the first or the last file that has it. */
function thinned(
  order: Uint32Array,
  times: BigInt64Array,
  duplicates: "first" | "last",
  ends: readonly number[],
): Uint32Array {
  const ordered = duplicates === "first" ? order : order.toReversed();
  let [time, winner] = [undefined as bigint | undefined, -1];
  const kept = ordered.filter((place) => {
    const file = fileOf(place, ends);
    if (times[place] !== time) [time, winner] = [times[place], file];
    return file === winner;
  });
  return duplicates === "first" ? kept : kept.reverse();
}

/** The file a sample came from: the first that ends behind it. */
function fileOf(place: number, ends: readonly number[]): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
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
