import type { Channel } from "../../format/channel.ts";
import { elementTypeOf, type NumberArray, numberLayouts } from "../../format/data-type.ts";
import { ByteGatherer } from "../source/byte-gatherer.ts";
import type { SampleBatch } from "./batch.ts";
import { VariableValues } from "./variable-values.ts";

/** Samples of one channel: `times[i]` belongs to value `i` (to `width` values from `i * width` on). */
export interface Series {
  readonly channel: Channel;
  readonly times: BigInt64Array;
  readonly values: NumberArray | VariableValues;
}

/** Puts the batches of one channel together. */
export class SeriesGatherer {
  readonly #channel: Channel;
  readonly #times = new ByteGatherer();
  readonly #values = new ByteGatherer();
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  add(batch: SampleBatch): void {
    this.#times.append(bytesOf(batch.times));
    if (batch.kind === "numbers") {
      this.#values.append(bytesOf(batch.values));
      return;
    }
    const before = this.#values.length;
    const { bytes, starts, ends } = batch.values;
    this.#values.append(bytes);
    for (let i = 0; i < batch.count; i++) {
      this.#starts.push(before + (starts[i] ?? 0));
      this.#ends.push(before + (ends[i] ?? 0));
    }
  }

  finish(): Series {
    const times = new BigInt64Array(this.#times.bytes.slice().buffer);
    const bytes = this.#values.bytes.slice();
    const element = this.#channel.datatype === undefined ? undefined : elementTypeOf(this.#channel.datatype);
    if (element === undefined) {
      const values = new VariableValues(bytes, Uint32Array.from(this.#starts), Uint32Array.from(this.#ends));
      return { channel: this.#channel, times, values };
    }
    const values = numberLayouts[element].create(bytes.length / numberLayouts[element].size);
    bytesOf(values).set(bytes);
    return { channel: this.#channel, times, values };
  }
}

const bytesOf = (array: NumberArray): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
