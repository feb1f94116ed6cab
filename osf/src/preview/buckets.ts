/** Bucket arrays of one resolution: bucket `i` covers `[key * width, (key + 1) * width)` ns from the origin. */
export interface Level {
  /** Nanoseconds; a power of two. */
  readonly widthNs: number;
  readonly length: number;
  /** Rising; a missing key is a time without samples. */
  readonly keys: Float64Array;
  readonly counts: Uint32Array;
  /** 1 where a gap lies between this bucket and the one before. */
  readonly gaps: Uint8Array;
  /** NaN where a bucket has samples but no number. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
}

/** Where lines are interrupted: before the first sample of a batch, and wherever a pause is longer than `minNs`. */
export interface GapRule {
  readonly isBeforeFirst: boolean;
  readonly minNs: number;
}

const noGaps: GapRule = { isBeforeFirst: false, minNs: Number.POSITIVE_INFINITY };
const initialWidthNs = 1024;
/** Keys are written as 32-bit differences. */
const maxKeySpan = 2 ** 32 - 1;

/** Buckets that are filled sample by sample and become wider whenever there are too many of them. */
export class Buckets implements Level {
  widthNs = initialWidthNs;
  length = 0;
  readonly keys: Float64Array;
  readonly counts: Uint32Array;
  readonly gaps: Uint8Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly #capacity: number;

  constructor(capacity: number, widthNs = initialWidthNs) {
    this.widthNs = widthNs;
    this.#capacity = capacity;
    this.keys = new Float64Array(capacity);
    this.counts = new Uint32Array(capacity);
    this.gaps = new Uint8Array(capacity);
    this.min = new Float64Array(capacity);
    this.max = new Float64Array(capacity);
    this.first = new Float64Array(capacity);
    this.last = new Float64Array(capacity);
  }

  /** Adds samples at `offsets` ns from the origin; without values only counts. */
  add(offsets: Float64Array, values: Float64Array | undefined, count: number, gaps: GapRule = noGaps): void {
    let key = Number.NaN;
    let slot = 0;
    for (let i = 0; i < count; i++) {
      const offset = offsets[i] as number;
      if (Math.floor(offset / this.widthNs) !== key) {
        slot = this.#slotOf(Math.floor(offset / this.widthNs));
        key = Math.floor(offset / this.widthNs);
        const isGap = i === 0 ? gaps.isBeforeFirst : offset - (offsets[i - 1] as number) > gaps.minNs;
        if (isGap && this.counts[slot] === 0) this.gaps[slot] = 1;
      }
      this.counts[slot] = (this.counts[slot] as number) + 1;
      if (values) this.#addValue(slot, values[i] as number);
    }
  }

  #addValue(slot: number, value: number): void {
    if (Number.isNaN(value)) return;
    if (!((this.min[slot] as number) <= value)) this.min[slot] = value;
    if (!((this.max[slot] as number) >= value)) this.max[slot] = value;
    if (Number.isNaN(this.first[slot])) this.first[slot] = value;
    this.last[slot] = value;
  }

  /** The place of a key's bucket, made if need be. Usually that is the end; a clock set back means a search. */
  #slotOf(wanted: number): number {
    let key = wanted;
    while (this.length === this.#capacity && this.#find(key) < 0) {
      this.widen();
      key = Math.floor(key / 2);
    }
    const found = this.#find(key);
    return found >= 0 ? found : this.#insert(~found, key);
  }

  /** Position of the key, or the complement of where it belongs. */
  #find(key: number): number {
    if (this.length === 0 || key > (this.keys[this.length - 1] as number)) return ~this.length;
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return this.keys[low] === key ? low : ~low;
  }

  #insert(at: number, key: number): number {
    for (const column of [this.keys, this.counts, this.gaps, this.min, this.max, this.first, this.last]) {
      column.copyWithin(at + 1, at, this.length);
    }
    this.length++;
    this.keys[at] = key;
    this.counts[at] = 0;
    this.gaps[at] = 0;
    for (const column of [this.min, this.max, this.first, this.last]) column[at] = Number.NaN;
    return at;
  }

  /** Doubles the width; neighbours that fall together are merged. */
  widen(): void {
    let kept = -1;
    for (let i = 0; i < this.length; i++) {
      const key = Math.floor((this.keys[i] as number) / 2);
      if (kept >= 0 && this.keys[kept] === key) this.#merge(kept, i);
      else this.#move(++kept, i, key);
    }
    this.length = kept + 1;
    this.widthNs *= 2;
  }

  #merge(into: number, from: number): void {
    this.counts[into] = (this.counts[into] as number) + (this.counts[from] as number);
    if (Number.isNaN(this.min[from])) return;
    const [first, last] = [this.first[into] as number, this.last[from] as number];
    this.#addValue(into, this.min[from] as number);
    this.#addValue(into, this.max[from] as number);
    this.first[into] = Number.isNaN(first) ? (this.first[from] as number) : first;
    this.last[into] = last;
  }

  #move(to: number, from: number, key: number): void {
    for (const column of [this.counts, this.gaps, this.min, this.max, this.first, this.last])
      column[to] = column[from] as number;
    this.keys[to] = key;
  }

  /** Makes the keys fit the written form, however far apart the times are. */
  boundKeys(): void {
    while (this.length > 0 && (this.keys[this.length - 1] as number) - (this.keys[0] as number) > maxKeySpan)
      this.widen();
  }

  /** A copy with buckets `factor` times as wide; `factor` is a power of two. */
  coarser(factor: number): Buckets {
    const copy = new Buckets(this.length, this.widthNs);
    copy.length = this.length;
    const [from, to] = [this.#columns(), copy.#columns()];
    for (const [i, column] of from.entries()) to[i]?.set(column.subarray(0, this.length));
    for (let width = 1; width < factor; width *= 2) copy.widen();
    return copy;
  }

  #columns(): (Float64Array | Uint32Array | Uint8Array)[] {
    return [this.keys, this.counts, this.gaps, this.min, this.max, this.first, this.last];
  }
}
