import type { SampleBatch } from "../read/samples/batch.ts";

/** The least and the most time of all samples added, whatever their order: times may fall. */
export class TimeRange {
  first: bigint | undefined;
  last: bigint | undefined;

  add(batch: SampleBatch): void {
    if (batch.equidistant) {
      // Inside a segment times never fall; computing all of them would take longer than reading.
      this.#include(batch.firstNs, batch.lastNs);
      return;
    }
    let least = batch.firstNs;
    let most = least;
    for (const time of batch.times) {
      if (time < least) least = time;
      else if (time > most) most = time;
    }
    this.#include(least, most);
  }

  /** Does a sample lie, or could one, in `[from, to)`? */
  overlaps({ from, to }: { readonly from: bigint; readonly to: bigint }): boolean {
    return this.first !== undefined && this.last !== undefined && this.first < to && this.last >= from;
  }

  #include(least: bigint, most: bigint): void {
    if (this.first === undefined || least < this.first) this.first = least;
    if (this.last === undefined || most > this.last) this.last = most;
  }
}
