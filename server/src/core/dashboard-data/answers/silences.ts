import { distancesAround, isGap, longestJoined, ofPoints } from "@heliograph/contract/pace";

/** A time between two points in which nothing was measured. */
interface Silence {
  readonly from: number;
  readonly to: number;
}

/** What is known of silences when all points were seen. */
interface Silences {
  readonly gaps: readonly Silence[];
  /** Points that are no further apart than this from the last one belong to it. */
  readonly joinedMs: number;
  readonly lastTs: number;
}

/** Fewer distances say nothing about what is usual. */
const leastDistances = 5;
/** More are not told: the longest are. */
const gapsAtMost = 500;
/** Distances that are held at once: what is decided is thrown away now and then. */
const heldAtMost = 1_024;

/**
 * Finds out while points go by when nothing was measured, in a memory that does not grow with them: a distance is decided when
 * those around it were seen. A device that sends a state only when it becomes another one is never silent: what it said last
 * still holds.
 */
export class SilenceFinder {
  #held = new Float64Array(heldAtMost);
  #size = 0;
  #decided = 0;
  /** When the first distance began that is not decided. */
  #begin = 0;
  #longest: Silence[] = [];
  #last: number | undefined;
  #points = 0;
  #changes = 0;

  see(ts: number, isChange: boolean): void {
    this.#points++;
    if (isChange) this.#changes++;
    if (this.#last === undefined) this.#begin = ts;
    else if (ts > this.#last) this.#hold(ts - this.#last);
    this.#last = ts;
  }

  /** Undefined where too little is known. */
  found(): Silences | undefined {
    const tellsChangesOnly = this.#changes > this.#points / 2;
    if (this.#last === undefined || this.#points <= leastDistances || tellsChangesOnly || this.#size === 0)
      return undefined;
    while (this.#decided < this.#size) this.#decide();
    return {
      gaps: this.#shortened().toSorted((one, other) => one.from - other.from),
      joinedMs: Math.ceil(this.#joinedAtEnd()),
      lastTs: this.#last,
    };
  }

  #hold(distance: number): void {
    if (this.#size === heldAtMost) this.#throwAway();
    this.#held[this.#size++] = distance;
    if (this.#size - this.#decided > distancesAround) this.#decide();
  }

  /** Keeps what the next decisions look at. */
  #throwAway(): void {
    const start = this.#decided - distancesAround;
    this.#held.copyWithin(0, start, this.#size);
    this.#size -= start;
    this.#decided = distancesAround;
  }

  #decide(): void {
    const [from, to] = [this.#begin, this.#begin + (this.#held[this.#decided] ?? 0)];
    if (isGap(this.#held.subarray(0, this.#size), this.#decided, ofPoints)) this.#longest.push({ from, to });
    if (this.#longest.length > 2 * gapsAtMost) this.#longest = this.#shortened();
    this.#begin = to;
    this.#decided++;
  }

  #shortened(): Silence[] {
    return this.#longest.toSorted((one, other) => other.to - other.from - (one.to - one.from)).slice(0, gapsAtMost);
  }

  /** What was usual last; three of a kind in a row are how it is sent now. */
  #joinedAtEnd(): number {
    const last = this.#held.subarray(Math.max(0, this.#size - distancesAround), this.#size);
    const pace = this.#size < 2 ? 0 : Math.min(...last.subarray(-2));
    return Math.max(longestJoined(last, ofPoints), pace * ofPoints.usual);
  }
}
