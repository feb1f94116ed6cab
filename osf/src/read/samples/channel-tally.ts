import type { ChannelReport } from "../report.ts";
import type { SampleBatch } from "./batch.ts";

/** Counts what a pass sees of one channel. */
export class ChannelTally {
  readonly #index: number;
  #samples = 0;
  #firstNs: bigint | undefined;
  #lastNs: bigint | undefined;

  constructor(index: number) {
    this.#index = index;
  }

  addBatch(batch: SampleBatch): void {
    this.#samples += batch.count;
    this.#firstNs ??= batch.firstNs;
    this.#lastNs = batch.lastNs;
  }

  report(blocks: number, segments: number): ChannelReport {
    return {
      index: this.#index,
      blocks,
      samples: this.#samples,
      segments,
      firstNs: this.#firstNs,
      lastNs: this.#lastNs,
    };
  }
}
