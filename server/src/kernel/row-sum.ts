import { hash } from "node:crypto";

const modulus = 2n ** 64n;

/** How many rows there were, and a sum of their hashes, which no order changes. */
export interface SummedRows {
  readonly rows: number;
  readonly sum: string;
}

/** Sums rows, to tell whether two places hold the same ones. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(parts: readonly Uint8Array[]): void {
    const lengths = new Uint8Array(Float64Array.from(parts.map(({ length }) => length)).buffer);
    const digest = hash("sha256", Buffer.concat([lengths, ...parts]), "buffer");
    this.#sum = (this.#sum + digest.readBigUInt64BE()) % modulus;
    this.#rows++;
  }

  get told(): SummedRows {
    return { rows: this.#rows, sum: this.#sum.toString(16) };
  }
}
