import type { Channel } from "../../format/channel.ts";
import type { BlockSink } from "../blocks/block-handler.ts";
import type { ChannelReport } from "../report.ts";
import type { ReadableChannel, SampleBatch } from "./batch.ts";
import { ChannelTally } from "./channel-tally.ts";
import type { ChannelDecoder, DecodeContext } from "./decode-context.ts";
import { NumberDecoder } from "./number-decoder.ts";
import { UnsupportedChannel } from "./unsupported-channel.ts";
import { VariableDecoder } from "./variable-decoder.ts";

/** The channels of a pass, by their index: who takes their blocks, and what was counted. */
export class ChannelTable {
  readonly sinks: (BlockSink | undefined)[];
  readonly blockCounts: Float64Array;
  readonly #channels: readonly Channel[];
  readonly #decoders: (ChannelDecoder | undefined)[];
  readonly #tallies: (ChannelTally | undefined)[];

  constructor(channels: readonly Channel[]) {
    const slots = slotsFor(channels);
    this.#channels = channels;
    this.sinks = new Array(slots).fill(undefined);
    this.blockCounts = new Float64Array(slots);
    this.#decoders = new Array(slots).fill(undefined);
    this.#tallies = new Array(slots).fill(undefined);
    for (const { index } of channels) this.#tallies[index] = new ChannelTally(index);
  }

  /** Blocks of this channel are decoded; those of all others are skipped by their length. */
  select(channel: Channel, context: DecodeContext): void {
    const { index, datatype } = channel;
    const decoder = datatype === undefined ? undefined : decoderOf({ ...channel, datatype }, context);
    this.#decoders[index] = decoder;
    this.sinks[index] = decoder ?? new UnsupportedChannel(channel, context);
  }

  add(batch: SampleBatch): void {
    this.#tallies[batch.channel.index]?.addBatch(batch);
  }

  /** The decoder that can read a part of a block, if the channel has one. */
  salvagerOf(channel: number): BlockSink | undefined {
    const decoder = this.#decoders[channel];
    return decoder instanceof NumberDecoder ? decoder : undefined;
  }

  /** Memory for samples that wait to fill a batch. */
  get heldBytes(): number {
    let held = 0;
    for (const { index } of this.#channels) held += this.#decoders[index]?.heldBytes ?? 0;
    return held;
  }

  flush(): void {
    for (const { index } of this.#channels) this.#decoders[index]?.flush();
  }

  reports(): ChannelReport[] {
    return this.#channels.flatMap(
      ({ index }) =>
        this.#tallies[index]?.report(this.blockCounts[index] ?? 0, this.#decoders[index]?.segments ?? 0) ?? [],
    );
  }
}

/** Places a table by channel index needs. */
export const slotsFor = (channels: readonly Channel[]): number =>
  channels.reduce((most, { index }) => Math.max(most, index + 1), 0);

function decoderOf(channel: ReadableChannel, context: DecodeContext): ChannelDecoder {
  const isVariable = channel.datatype === "string" || channel.datatype === "binary";
  return isVariable ? new VariableDecoder(channel, context) : new NumberDecoder(channel, context);
}
