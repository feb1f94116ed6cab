import { OsfError } from "../format/errors.ts";
import { Buckets } from "../preview/buckets.ts";
import { fillOffsets } from "../preview/offsets.ts";
import type { SampleBatch } from "../read/batch.ts";
import type { OsfFile } from "../read/osf-file.ts";
import { type Selection, timeWindowOf } from "../read/selection.ts";
import { type Series, SeriesGatherer } from "../read/series.ts";
import type { PlannedChannel } from "./channel-plan.ts";
import { type Duplicates, sortedSeries } from "./sorted-series.ts";

/** What is sorted in memory at once; larger selections are worked off in several passes over the files. */
const maxWindowBytes = 64 * 1024 * 1024;
const histogramBuckets = 4096;

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

export interface WindowOptions {
  readonly duplicates: Duplicates;
  readonly maxBytes?: number;
}

/** What is asked for, from which files. */
interface Sources {
  readonly files: readonly OsfFile[];
  readonly plans: readonly PlannedChannel[];
}

/**
 * The selected samples of all files in consecutive stretches of time: each a series per planned channel, in the
 * order of time. Memory is bounded by the bytes of a stretch, not by the files; samples of one moment stay together.
 */
export async function* sortedWindows(
  files: readonly OsfFile[],
  plans: readonly PlannedChannel[],
  selection: Selection,
  { duplicates, maxBytes = maxWindowBytes }: WindowOptions,
): AsyncIterable<readonly Series[]> {
  const whole = timeWindowOf(selection) ?? timeWindowOf({ from: -(2n ** 63n) });
  if (!whole) return;
  for await (const all of windows({ files, plans }, whole, maxBytes))
    yield all.map((series) => sortedSeries(series, duplicates));
}

/** The range in one piece when it fits, else in several; of those, one with large values may have to be cut again. */
async function* windows(sources: Sources, range: Range, maxBytes: number): AsyncIterable<Series[]> {
  const all = await gathered(sources, range, maxBytes);
  if (all) {
    yield all;
    return;
  }
  const parts = await splitRanges(sources, range, maxBytes);
  if (parts.length > 1) for (const part of parts) yield* windows(sources, part, maxBytes);
  else yield (await gathered(sources, range, Number.POSITIVE_INFINITY)) ?? [];
}

/** All samples of a range, or undefined when they take more than `limit` bytes. */
async function gathered({ files, plans }: Sources, range: Range, limit: number): Promise<Series[] | undefined> {
  const gatherers = plans.map(({ channel }) => new SeriesGatherer(channel));
  let total = 0;
  for (const [position, file] of files.entries()) {
    const places = new Map(plans.map(({ sources }, place) => [sources[position], gatherers[place]]));
    for await (const batch of file.batches({ ...range, channels: indicesOf(plans, position) })) {
      total += bytesOf(batch);
      if (total > limit) return undefined;
      places.get(batch.channel.index)?.add(batch);
    }
  }
  return gatherers.map((gatherer) => gatherer.finish());
}

const timeBytes = 8;
/** Where a value of changing length begins and ends. */
const placeBytes = 16;

const bytesOf = (batch: SampleBatch): number =>
  batch.kind === "numbers"
    ? batch.count * timeBytes + batch.values.byteLength
    : batch.count * (timeBytes + placeBytes) + batch.values.bytes.length;

const indicesOf = (plans: readonly PlannedChannel[], position: number): number[] =>
  plans.map(({ sources }) => sources[position]).filter((index) => index !== undefined);

/** Cuts a range so that each part has about `maxBytes`, were all samples of one size. */
async function splitRanges(sources: Sources, whole: Range, maxBytes: number): Promise<Range[]> {
  const { buckets, originNs, samples, bytes } = await histogram(sources, whole);
  const limit = (samples * maxBytes) / bytes;
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

async function histogram({ files, plans }: Sources, whole: Range) {
  const buckets = new Buckets(histogramBuckets);
  let originNs: bigint | undefined;
  let offsets = new Float64Array(0);
  let [samples, bytes] = [0, 0];
  for (const [position, file] of files.entries()) {
    for await (const batch of file.batches({ ...whole, channels: indicesOf(plans, position) })) {
      originNs ??= batch.firstNs;
      samples += batch.count;
      bytes += bytesOf(batch);
      if (offsets.length < batch.count) offsets = new Float64Array(batch.count);
      fillOffsets(batch.times, originNs, offsets);
      buckets.add(offsets, undefined, batch.count);
    }
  }
  if (originNs === undefined) throw new OsfError("source-consumed", "The file changed while it was read");
  return { buckets, originNs, samples, bytes };
}
