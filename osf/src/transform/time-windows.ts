import { OsfError } from "../format/errors.ts";
import { Buckets } from "../preview/buckets.ts";
import { fillOffsets } from "../preview/offsets.ts";
import type { OsfFile } from "../read/osf-file.ts";
import { type Selection, timeWindowOf } from "../read/selection.ts";
import { type Series, SeriesGatherer } from "../read/series.ts";
import type { PlannedChannel } from "./channel-plan.ts";
import { type Duplicates, sortedSeries } from "./sorted-series.ts";

/** Samples that are sorted in memory at once; larger selections are worked off in several passes over the files. */
const maxWindowSamples = 4_000_000;
const histogramBuckets = 4096;

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

export interface WindowOptions {
  readonly duplicates: Duplicates;
  readonly maxSamples?: number;
}

/**
 * The selected samples of all files in consecutive stretches of time: each a series per planned channel, in the
 * order of time. Memory is bounded by the number of samples in a stretch, not by the files.
 */
export async function* sortedWindows(
  files: readonly OsfFile[],
  plans: readonly PlannedChannel[],
  selection: Selection,
  { duplicates, maxSamples = maxWindowSamples }: WindowOptions,
): AsyncIterable<readonly Series[]> {
  const whole = timeWindowOf(selection) ?? timeWindowOf({ from: -(2n ** 63n) });
  if (!whole) return;
  const all = await gathered(files, plans, whole, maxSamples);
  if (all) {
    yield all.map((series) => sortedSeries(series, duplicates));
    return;
  }
  for (const range of await splitRanges(files, plans, whole, maxSamples)) {
    const part = await gathered(files, plans, range, Number.POSITIVE_INFINITY);
    if (part) yield part.map((series) => sortedSeries(series, duplicates));
  }
}

/** All samples of a range, or undefined when they are more than `limit`. */
async function gathered(
  files: readonly OsfFile[],
  plans: readonly PlannedChannel[],
  range: Range,
  limit: number,
): Promise<Series[] | undefined> {
  const gatherers = plans.map(({ channel }) => new SeriesGatherer(channel));
  let total = 0;
  for (const [position, file] of files.entries()) {
    const places = new Map(plans.map(({ sources }, place) => [sources[position], gatherers[place]]));
    for await (const batch of file.batches({ ...range, channels: indicesOf(plans, position) })) {
      total += batch.count;
      if (total > limit) return undefined;
      places.get(batch.channel.index)?.add(batch);
    }
  }
  return gatherers.map((gatherer) => gatherer.finish());
}

const indicesOf = (plans: readonly PlannedChannel[], position: number): number[] =>
  plans.map(({ sources }) => sources[position]).filter((index) => index !== undefined);

/** Cuts a range so that each part has at most about `limit` samples. */
async function splitRanges(
  files: readonly OsfFile[],
  plans: readonly PlannedChannel[],
  whole: Range,
  limit: number,
): Promise<Range[]> {
  const { buckets, originNs } = await histogram(files, plans, whole);
  const ranges: Range[] = [];
  let [from, count] = [whole.from, 0];
  for (let i = 0; i < buckets.length; i++) {
    const here = buckets.counts[i] ?? 0;
    const start = originNs + BigInt((buckets.keys[i] ?? 0) * buckets.widthNs);
    if (count > 0 && count + here > limit && start > from) {
      ranges.push({ from, to: start });
      [from, count] = [start, 0];
    }
    count += here;
  }
  return [...ranges, { from, to: whole.to }];
}

async function histogram(files: readonly OsfFile[], plans: readonly PlannedChannel[], whole: Range) {
  const buckets = new Buckets(histogramBuckets);
  let originNs: bigint | undefined;
  let offsets = new Float64Array(0);
  for (const [position, file] of files.entries()) {
    for await (const batch of file.batches({ ...whole, channels: indicesOf(plans, position) })) {
      originNs ??= batch.firstNs;
      if (offsets.length < batch.count) offsets = new Float64Array(batch.count);
      fillOffsets(batch.times, originNs, offsets);
      buckets.add(offsets, undefined, batch.count);
    }
  }
  if (originNs === undefined) throw new OsfError("source-consumed", "The file changed while it was read");
  return { buckets, originNs };
}
