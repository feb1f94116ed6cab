import type { ReadableChannel, SampleBatch } from "../read/samples/batch.ts";
import { type Series, SeriesGatherer } from "../read/samples/series.ts";

/** Samples of one channel of several files, file by file. */
export interface Gathered {
  readonly series: Series;
  /** Where the samples of each file end in the series. */
  readonly ends: readonly number[];
}

/** Puts the batches of one channel together and remembers which file they came from. */
export class FileGatherer {
  readonly #samples: SeriesGatherer;
  readonly #counts: number[];

  constructor(channel: ReadableChannel, files: number) {
    this.#samples = new SeriesGatherer(channel);
    this.#counts = new Array(files).fill(0);
  }

  add(batch: SampleBatch, file: number): void {
    this.#samples.add(batch);
    this.#counts[file] = (this.#counts[file] ?? 0) + batch.count;
  }

  finish(): Gathered {
    let end = 0;
    return { series: this.#samples.finish(), ends: this.#counts.map((count) => (end += count)) };
  }
}
