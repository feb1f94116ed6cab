import type { Channel } from "../format/channel.ts";
import { isNumericType } from "../format/data-type.ts";
import type { SampleBatch } from "../read/samples/batch.ts";
import { type SampleValue, sampleAt } from "../read/samples/sample-value.ts";
import { BigSummary, FloatSummary, type NumberSummary } from "./number-summary.ts";

/** What is worth knowing about a channel without drawing it. */
export interface ChannelSummary {
  readonly channel: Channel;
  readonly count: number;
  /** Time and value of the first and last sample, in stream order. */
  readonly firstNs: bigint | undefined;
  readonly lastNs: bigint | undefined;
  readonly firstValue: SampleValue | undefined;
  readonly lastValue: SampleValue | undefined;
  /** For scalar number channels; NaN is left out, bool counts as 0 and 1, 64-bit integers are exact bigints. */
  readonly min: number | bigint | undefined;
  readonly max: number | bigint | undefined;
  readonly sum: number | bigint | undefined;
}

/** Summarises all channels in one pass: hand it every batch. */
export class Summariser {
  readonly #entries: ReadonlyMap<number, Entry>;

  constructor(channels: readonly Channel[]) {
    this.#entries = new Map(channels.map((channel) => [channel.index, new Entry(channel)]));
  }

  add(batch: SampleBatch): void {
    this.#entries.get(batch.channel.index)?.add(batch);
  }

  /** In the order the channels were given. */
  list(): ChannelSummary[] {
    return [...this.#entries.values()].map((entry) => entry.summary());
  }
}

class Entry {
  readonly #channel: Channel;
  readonly #numbers: NumberSummary | undefined;
  #count = 0;
  #first: { readonly timeNs: bigint; readonly value: SampleValue } | undefined;
  #last: { readonly timeNs: bigint; readonly value: SampleValue } | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    this.#numbers = numbersOf(channel);
  }

  add(batch: SampleBatch): void {
    this.#count += batch.count;
    this.#first ??= { timeNs: batch.firstNs, value: owned(sampleAt(batch, 0)) };
    this.#last = { timeNs: batch.lastNs, value: owned(sampleAt(batch, batch.count - 1)) };
    if (batch.kind === "numbers") this.#numbers?.add(batch.values);
  }

  summary(): ChannelSummary {
    const { min, max, sum } = this.#numbers ?? { min: undefined, max: undefined, sum: undefined };
    return {
      channel: this.#channel,
      count: this.#count,
      firstNs: this.#first?.timeNs,
      lastNs: this.#last?.timeNs,
      firstValue: this.#first?.value,
      lastValue: this.#last?.value,
      min,
      max,
      sum,
    };
  }
}

function numbersOf({ datatype, width }: Channel): NumberSummary | undefined {
  if (datatype === undefined || !isNumericType(datatype) || width > 1) return undefined;
  return datatype === "int64" || datatype === "uint64" ? new BigSummary() : new FloatSummary();
}

/** A view would keep its whole batch alive. */
const owned = (value: SampleValue): SampleValue => (value instanceof Uint8Array ? value.slice() : value);
