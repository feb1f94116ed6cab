/** A time between two points in which nothing was measured. */
interface Silence {
  readonly from: number;
  readonly to: number;
}

/** What is known of silences when all points were seen. */
interface Silences {
  readonly gaps: readonly Silence[];
  /** Points that are no further apart belong together. */
  readonly joinedMs: number;
  readonly lastTs: number;
}

/** Fewer distances say nothing about what is usual. */
const leastDistances = 5;
/** So far apart are points before nothing was measured between them: times the usual distance, and that of irregular ones. */
const [usualTimes, irregularTimes] = [5, 3];
/** More are not told: the longest are. */
const gapsAtMost = 500;
const [half, most] = [0.5, 0.9];
/** Parts of a doubling in which distances are counted: fine enough, whatever they are. */
const partsOfDoubling = 8;

/**
 * Finds out while points go by when nothing was measured, in a memory that does not grow with them. A device that sends a
 * state only when it becomes another one is never silent: what it said last still holds.
 */
export class SilenceFinder {
  readonly #counts = new Map<number, number>();
  #longest: Silence[] = [];
  #last: number | undefined;
  #points = 0;
  #changes = 0;

  see(ts: number, isChange: boolean): void {
    this.#points++;
    if (isChange) this.#changes++;
    if (this.#last !== undefined && ts > this.#last) this.#count({ from: this.#last, to: ts });
    this.#last = ts;
  }

  /** Undefined where too little is known. */
  found(): Silences | undefined {
    const joinedMs = Math.max(this.#distance(half) * usualTimes, this.#distance(most) * irregularTimes);
    const tellsChangesOnly = this.#changes > this.#points / 2;
    if (this.#last === undefined || this.#points <= leastDistances || tellsChangesOnly || joinedMs === 0)
      return undefined;
    const gaps = this.#shortened().filter(({ from, to }) => to - from > joinedMs);
    return {
      gaps: gaps.toSorted((one, other) => one.from - other.from),
      joinedMs: Math.ceil(joinedMs),
      lastTs: this.#last,
    };
  }

  #count(silence: Silence): void {
    const part = Math.ceil(Math.log2(silence.to - silence.from) * partsOfDoubling);
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1);
    this.#longest.push(silence);
    if (this.#longest.length > 2 * gapsAtMost) this.#longest = this.#shortened();
  }

  #shortened(): Silence[] {
    return this.#longest.toSorted((one, other) => other.to - other.from - (one.to - one.from)).slice(0, gapsAtMost);
  }

  /** The distance that so great a share of all does not exceed. */
  #distance(share: number): number {
    const all = [...this.#counts].toSorted(([one], [other]) => one - other);
    let left = Math.floor((all.reduce((sum, [, count]) => sum + count, 0) - 1) * share);
    for (const [part, count] of all) {
      if (left < count) return 2 ** (part / partsOfDoubling);
      left -= count;
    }
    return 0;
  }
}
