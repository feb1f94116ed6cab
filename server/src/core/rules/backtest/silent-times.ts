/** A time in which nothing arrived. */
export interface SilentTime {
  readonly startTs: number;
  readonly endTs: number;
}

/** Shorter ones, as a share of the whole, nobody sees; so there are never more than so many. */
const sharesOfRange = 200;
/** Fewer distances say nothing about what is usual. */
const leastDistances = 4;
/** How far apart points are before nothing was measured between them: of the usual distance, and of that of irregular ones. */
const [ofUsual, ofIrregular] = [5, 3];

/**
 * When a device was silent, longer than it usually is between two points [RUL6]. In one pass over any number of points: distances
 * are counted by their powers of two.
 */
export class SilentTimes {
  readonly #from: number;
  readonly #least: number;
  readonly #counts = new Float64Array(64);
  readonly #long: SilentTime[] = [];
  #distances = 0;
  #last: number;

  constructor(from: number, to: number) {
    this.#from = from;
    this.#last = from;
    this.#least = Math.max(1, (to - from) / sharesOfRange);
  }

  /** In the order of time. */
  see(ts: number): void {
    const distance = ts - this.#last;
    if (distance <= 0) return;
    if (distance >= this.#least) this.#long.push({ startTs: this.#last, endTs: ts });
    if (this.#last > this.#from) this.#count(distance);
    this.#last = ts;
  }

  /** With the time before the first point and behind the last. */
  until(to: number): readonly SilentTime[] {
    const last = to - this.#last >= this.#least ? [{ startTs: this.#last, endTs: to }] : [];
    const all = [...this.#long, ...last];
    if (this.#last === this.#from) return all;
    if (this.#distances < leastDistances) return [];
    const longest = Math.max(this.#below(0.5) * ofUsual, this.#below(0.9) * ofIrregular);
    return all.filter(({ startTs, endTs }) => endTs - startTs > longest);
  }

  #count(distance: number): void {
    this.#distances++;
    const at = Math.max(0, Math.floor(Math.log2(distance)));
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** So long at most, a power of two, is this share of the distances. */
  #below(share: number): number {
    let seen = 0;
    for (const [power, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= this.#distances * share) return 2 ** (power + 1);
    }
    return Number.POSITIVE_INFINITY;
  }
}
