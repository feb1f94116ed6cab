/** Sum, least and most of some numbers. */
export interface Sums {
  sum: number;
  least: number;
  most: number;
}

export function clear(sums: Sums): Sums {
  sums.sum = 0;
  sums.least = Number.POSITIVE_INFINITY;
  sums.most = Number.NEGATIVE_INFINITY;
  return sums;
}

export function add(sums: Sums, value: number): void {
  sums.sum += value;
  if (value < sums.least) sums.least = value;
  if (value > sums.most) sums.most = value;
}

/**
 * Slices of time, in their order, each with where its points begin and with their sums. In lists of numbers side by side: as
 * objects they would be made anew with every point.
 */
export class Slices {
  #keys = new Float64Array(16);
  #begins = new Float64Array(16);
  #sums = new Float64Array(16);
  #leasts = new Float64Array(16);
  #mosts = new Float64Array(16);
  length = 0;

  keyAt(at: number): number {
    return this.#keys[at] ?? Number.NaN;
  }

  beginOf(at: number): number {
    return this.#begins[at] ?? Number.NaN;
  }

  /** A value behind all others: in the last slice, or in a new one that begins at `place`. */
  append(key: number, place: number, value: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.keyAt(last) === key) {
      this.#sums[last] = (this.#sums[last] ?? 0) + value;
      if (value < (this.#leasts[last] ?? 0)) this.#leasts[last] = value;
      if (value > (this.#mosts[last] ?? 0)) this.#mosts[last] = value;
    } else this.#open(key, place, value);
  }

  #open(key: number, place: number, value: number): void {
    if (this.length === this.#keys.length) this.#grow();
    const at = this.length++;
    this.#keys[at] = key;
    this.#begins[at] = place;
    this.#sums[at] = value;
    this.#leasts[at] = value;
    this.#mosts[at] = value;
  }

  join(at: number, sums: Sums): void {
    const least = this.#leasts[at] ?? 0;
    const most = this.#mosts[at] ?? 0;
    sums.sum += this.#sums[at] ?? 0;
    if (least < sums.least) sums.least = least;
    if (most > sums.most) sums.most = most;
  }

  /** All places are others by now. */
  move(by: number): void {
    for (let at = 0; at < this.length; at++) this.#begins[at] = this.beginOf(at) + by;
  }

  /** The first slices are gone, and what is left begins at `place`. */
  drop(count: number, place: number): void {
    if (count > 0) for (const list of this.#lists) list.copyWithin(0, count, this.length);
    this.length -= count;
    if (this.length > 0 && this.beginOf(0) < place) this.#begins[0] = place;
  }

  get #lists(): readonly Float64Array[] {
    return [this.#keys, this.#begins, this.#sums, this.#leasts, this.#mosts];
  }

  #grow(): void {
    const grown = (list: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(list.length * 2);
      larger.set(list);
      return larger;
    };
    this.#keys = grown(this.#keys);
    this.#begins = grown(this.#begins);
    this.#sums = grown(this.#sums);
    this.#leasts = grown(this.#leasts);
    this.#mosts = grown(this.#mosts);
  }
}
