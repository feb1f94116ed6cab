import type { Channel } from "../format/channel.ts";
import { elementTypeOf, type NumberArray } from "../format/data-type.ts";
import type { NumberBatch, SampleBatch } from "../read/samples/batch.ts";
import { Buckets } from "./buckets.ts";
import type { BuiltSeries } from "./built-series.ts";
import { fillOffsets } from "./offsets.ts";
import { encodePreview } from "./preview-encoder.ts";

export interface PreviewOptions {
  /** Buckets of the finest resolution of a series. Default: 256 to 8192, fewer for files with many channels. */
  readonly buckets?: number;
  /** Time-stamped samples further apart than this have a gap between them. Default: none has. */
  readonly gapNs?: bigint;
}

const totalBuckets = 1 << 18;
/** Two would do for times on both sides of the origin. */
const smallestBuckets = 4;
const [fewestBuckets, mostBuckets] = [256, 8192];
/** Vectors have no more lines than this in a preview. */
const maxComponents = 16;
/** A pause of more than this many sample distances between segments is a gap. */
const gapSteps = 1.5;
const word = 2 ** 32;

/** Builds a preview from one pass: hand it every batch, then take the compact form. Memory does not grow with the file. */
export class PreviewBuilder {
  readonly #series = new Map<number, ChannelSeries>();
  readonly #options: Required<Pick<PreviewOptions, "buckets">> & PreviewOptions;

  constructor(channels: readonly Channel[], options: PreviewOptions = {}) {
    const lines = channels.reduce((sum, channel) => sum + componentsOf(channel), 0);
    const share = Math.floor(totalBuckets / Math.max(1, lines));
    this.#options = { buckets: Math.min(mostBuckets, Math.max(fewestBuckets, share)), ...options };
  }

  add(batch: SampleBatch): void {
    let series = this.#series.get(batch.channel.index);
    if (!series) {
      series = new ChannelSeries(batch.channel, batch.firstNs, this.#options);
      this.#series.set(batch.channel.index, series);
    }
    series.add(batch);
  }

  /** The preview in its binary form; `openPreview` reads it. */
  finish(): Uint8Array<ArrayBuffer> {
    return encodePreview([...this.#series.values()].flatMap((series) => series.built()));
  }
}

const componentsOf = (channel: Channel): number => Math.min(maxComponents, channel.width);

class ChannelSeries {
  readonly #channel: Channel;
  readonly #originNs: bigint;
  readonly #gapNs: bigint | undefined;
  readonly #lines: readonly Buckets[];
  #count = 0;
  #lastNs: bigint | undefined;
  #earliestNs: bigint;
  #latestNs: bigint;
  #offsets = new Float64Array(0);
  #values = new Float64Array(0);

  constructor(
    channel: Channel,
    originNs: bigint,
    { buckets, gapNs }: { readonly buckets: number; readonly gapNs?: bigint },
  ) {
    this.#channel = channel;
    this.#originNs = originNs;
    this.#gapNs = gapNs;
    this.#earliestNs = originNs;
    this.#latestNs = originNs;
    this.#lines = Array.from({ length: componentsOf(channel) }, () => new Buckets(Math.max(smallestBuckets, buckets)));
  }

  add(batch: SampleBatch): void {
    if (this.#offsets.length < batch.count) this.#offsets = new Float64Array(batch.count);
    fillOffsets(batch.times, this.#originNs, this.#offsets);
    const isStamped = batch.equidistant === undefined && this.#gapNs !== undefined;
    const gaps = {
      isBeforeFirst: this.#isGapBefore(batch),
      minNs: isStamped ? Number(this.#gapNs) : Number.POSITIVE_INFINITY,
    };
    for (const [component, buckets] of this.#lines.entries()) {
      const values = batch.kind === "numbers" ? this.#valuesOf(batch, component) : undefined;
      buckets.add(this.#offsets, values, batch.count, gaps);
    }
    this.#count += batch.count;
    this.#lastNs = batch.lastNs;
    this.#noteRange(batch.count);
  }

  /** Times need not rise, so the range comes from every sample. */
  #noteRange(count: number): void {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < count; i++) {
      const offset = this.#offsets[i] as number;
      if (offset < least) least = offset;
      if (offset > most) most = offset;
    }
    const [earliest, latest] = [this.#originNs + BigInt(least), this.#originNs + BigInt(most)];
    if (earliest < this.#earliestNs) this.#earliestNs = earliest;
    if (latest > this.#latestNs) this.#latestNs = latest;
  }

  #isGapBefore(batch: SampleBatch): boolean {
    if (this.#lastNs === undefined) return false;
    const pause = batch.firstNs - this.#lastNs;
    if (!batch.equidistant) return this.#gapNs !== undefined && pause > this.#gapNs;
    const { rateHz, incrementNs } = batch.equidistant.segment;
    const step = incrementNs === undefined ? 1e9 / rateHz : Number(incrementNs);
    return Number(pause) > gapSteps * step;
  }

  #valuesOf(batch: NumberBatch, component: number): Float64Array {
    const { values, width, count } = batch;
    if (this.#values.length < count) this.#values = new Float64Array(count);
    if (width > 1) for (let i = 0; i < count; i++) this.#values[i] = Number(values[i * width + component]);
    else fillNumbers(values, this.#values);
    return this.#values;
  }

  built(): BuiltSeries[] {
    const { datatype } = this.#channel;
    const common = {
      channel: this.#channel,
      originNs: this.#originNs,
      firstNs: this.#earliestNs,
      lastNs: this.#latestNs,
      count: this.#count,
    };
    const element = datatype === undefined ? undefined : elementTypeOf(datatype);
    return this.#lines.map((buckets, component) => ({ ...common, component, element, buckets }));
  }
}

/** Values as doubles; 64-bit integers are close enough for a picture. */
function fillNumbers(values: NumberArray, into: Float64Array): void {
  if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) {
    into.set(values);
    return;
  }
  const isSigned = values instanceof BigInt64Array;
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let i = 0, at = 0; i < values.length; i++, at += 2) {
    const high = isSigned ? (halves[at + 1] as number) : (halves[at + 1] as number) >>> 0;
    into[i] = high * word + ((halves[at] as number) >>> 0);
  }
}
