import type { NumberArray } from "../format/data-type.ts";

const word = 2 ** 32;

/** Minimum, maximum and sum of numbers; NaN is left out of all three. 64-bit integers stay exact. */
export interface NumberSummary {
  readonly min: number | bigint | undefined;
  readonly max: number | bigint | undefined;
  readonly sum: number | bigint | undefined;
  add(values: NumberArray): void;
}

export class FloatSummary implements NumberSummary {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #count = 0;
  #sum = 0;
  /** What rounding lost (Neumaier): the sum of a long recording stays right to the last digits. */
  #lost = 0;

  get min(): number | undefined {
    return this.#count > 0 ? this.#min : undefined;
  }

  get max(): number | undefined {
    return this.#count > 0 ? this.#max : undefined;
  }

  get sum(): number | undefined {
    if (this.#count === 0) return undefined;
    return Number.isFinite(this.#sum) ? this.#sum + this.#lost : this.#sum;
  }

  add(values: NumberArray): void {
    let [min, max, sum, lost, count] = [this.#min, this.#max, this.#sum, this.#lost, this.#count];
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      if (Number.isNaN(value)) continue;
      count++;
      if (value < min) min = value;
      if (value > max) max = value;
      const next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
      sum = next;
    }
    [this.#min, this.#max, this.#sum, this.#lost, this.#count] = [min, max, sum, lost, count];
  }
}

/** Exact for int64 and uint64; the sum is gathered in 32-bit halves and becomes a bigint once per batch. */
export class BigSummary implements NumberSummary {
  min: bigint | undefined;
  max: bigint | undefined;
  sum: bigint | undefined;

  add(values: NumberArray): void {
    if (!(values instanceof BigInt64Array || values instanceof BigUint64Array) || values.length === 0) return;
    let min = values[0] as bigint;
    let max = min;
    for (let i = 1; i < values.length; i++) {
      const value = values[i] as bigint;
      if (value < min) min = value;
      else if (value > max) max = value;
    }
    if (this.min === undefined || min < this.min) this.min = min;
    if (this.max === undefined || max > this.max) this.max = max;
    this.sum = (this.sum ?? 0n) + sumOf(values);
  }
}

function sumOf(values: BigInt64Array | BigUint64Array): bigint {
  const isSigned = values instanceof BigInt64Array;
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  let [low, high] = [0, 0];
  for (let at = 0; at < halves.length; at += 2) {
    low += (halves[at] as number) >>> 0;
    high += isSigned ? (halves[at + 1] as number) : (halves[at + 1] as number) >>> 0;
  }
  return BigInt(high) * BigInt(word) + BigInt(low);
}
