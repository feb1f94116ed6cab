import { OsfError } from "../format/errors.ts";
import type { StringBlocks } from "../format/string-blocks.ts";
import { Buckets } from "../preview/buckets.ts";
import { fillOffsets } from "../preview/offsets.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import type { BytesBatch, SampleBatch, TextBatch } from "../read/samples/batch.ts";
import type { Series } from "../read/samples/series.ts";
import { type Selection, timeWindowOf } from "../read/selection.ts";
import { TimeRange } from "../summary/time-range.ts";
import { type PlannedChannel, selectedIndicesOf } from "./channel-plan.ts";
import { FileGatherer, type Gathered } from "./file-gatherer.ts";
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

/**
 * The selected samples of all files in consecutive stretches of time: each a series per planned channel, in the
 * order of time. Memory is bounded by the bytes of a stretch, not by the files; samples of one moment stay together.
 * A stretch is read from the files that have samples in it.
 */
export class SortedWindows implements AsyncIterable<readonly Series[]> {
  readonly #files: readonly OsfFile[];
  readonly #plans: readonly PlannedChannel[];
  readonly #indices: readonly (readonly number[])[];
  readonly #whole: Range | undefined;
  readonly #duplicates: Duplicates;
  readonly #maxBytes: number;
  readonly #reports: (ReadReport | undefined)[];
  readonly #blocks: readonly Map<number, StringBlocks>[];
  /** When the samples of each file lie, once a pass has seen all of them. */
  #ranges: readonly TimeRange[] | undefined;

  constructor(
    files: readonly OsfFile[],
    plans: readonly PlannedChannel[],
    selection: Selection,
    { duplicates, maxBytes = maxWindowBytes }: WindowOptions,
  ) {
    this.#files = files;
    this.#plans = plans;
    this.#indices = selectedIndicesOf(files, selection);
    this.#whole = timeWindowOf(selection) ?? timeWindowOf({ from: -(2n ** 63n) });
    this.#duplicates = duplicates;
    this.#maxBytes = maxBytes;
    this.#reports = files.map(() => undefined);
    this.#blocks = files.map(() => new Map());
  }

  /** What was read of every file; complete when the iteration has ended. */
  get reports(): ReadReport[] {
    return this.#reports.filter((report) => report !== undefined);
  }

  /** Of every file, the block type of its string and binary channels by index; all are known once there is a window. */
  get blocks(): readonly ReadonlyMap<number, StringBlocks>[] {
    return this.#blocks;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<readonly Series[]> {
    if (!this.#whole) return;
    for await (const all of this.#windows(this.#whole))
      yield all.map(({ series, ends }) => sortedSeries(series, this.#duplicates, ends));
  }

  /** The range in one piece when it fits, else in several; of those, one with large values may have to be cut again. */
  async *#windows(range: Range): AsyncIterable<Gathered[]> {
    const all = await this.#gathered(range, this.#maxBytes);
    if (all) {
      yield all;
      return;
    }
    const parts = await this.#split(range);
    if (parts.length > 1) for (const part of parts) yield* this.#windows(part);
    else yield (await this.#gathered(range, Number.POSITIVE_INFINITY)) ?? [];
  }

  /** The batches of all files within a range, with the position of their file. */
  async *#batches(range: Range): AsyncIterable<readonly [number, SampleBatch]> {
    for (const [position, file] of this.#files.entries()) {
      if (this.#ranges?.[position]?.overlaps(range) === false) continue;
      const pass = file.batches({ ...range, channels: this.#indices[position] ?? [] });
      for await (const batch of pass) {
        if (batch.kind !== "numbers") this.#noteBlocks(position, batch);
        yield [position, batch];
      }
      // The first complete pass covers all that is selected, later ones only stretches of it.
      this.#reports[position] ??= pass.report;
    }
  }

  /** The first pass begins with the first selected sample; later ones, of stretches, say nothing new. */
  #noteBlocks(position: number, { channel, blocks }: TextBatch | BytesBatch): void {
    const known = this.#blocks[position];
    if (!known?.has(channel.index)) known?.set(channel.index, blocks);
  }

  /** All samples of a range, or undefined when they take more than `limit` bytes. */
  async #gathered(range: Range, limit: number): Promise<Gathered[] | undefined> {
    const gatherers = this.#plans.map(({ channel }) => new FileGatherer(channel, this.#files.length));
    const places = this.#files.map(
      (_, position) => new Map(this.#plans.map(({ sources }, place) => [sources[position], gatherers[place]])),
    );
    let total = 0;
    for await (const [position, batch] of this.#batches(range)) {
      total += bytesOf(batch);
      if (total > limit) return undefined;
      places[position]?.get(batch.channel.index)?.add(batch, position);
    }
    return gatherers.map((gatherer) => gatherer.finish());
  }

  /** Cuts a range so that each part has about as many bytes as allowed, were all samples of one size. */
  async #split(whole: Range): Promise<Range[]> {
    const { buckets, originNs, samples, bytes } = await this.#histogram(whole);
    const limit = (samples * this.#maxBytes) / bytes;
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

  async #histogram(whole: Range) {
    const buckets = new Buckets(histogramBuckets);
    let originNs: bigint | undefined;
    let offsets = new Float64Array(0);
    let [samples, bytes] = [0, 0];
    const ranges = this.#files.map(() => new TimeRange());
    for await (const [position, batch] of this.#batches(whole)) {
      ranges[position]?.add(batch);
      originNs ??= batch.firstNs;
      samples += batch.count;
      bytes += bytesOf(batch);
      if (offsets.length < batch.count) offsets = new Float64Array(batch.count);
      fillOffsets(batch.times, originNs, offsets);
      buckets.add(offsets, undefined, batch.count);
    }
    if (originNs === undefined) throw new OsfError("source-consumed", "The file changed while it was read");
    this.#ranges ??= ranges;
    return { buckets, originNs, samples, bytes };
  }
}

const timeBytes = 8;
/** Where a value of changing length begins and ends. */
const placeBytes = 16;

const bytesOf = (batch: SampleBatch): number =>
  batch.kind === "numbers"
    ? batch.count * timeBytes + batch.values.byteLength
    : batch.count * (timeBytes + placeBytes) + batch.values.bytes.length;
