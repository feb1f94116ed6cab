import type { Arena } from "./arena.ts";
import { ArenaReader } from "./arena-reader.ts";
import type { Placement } from "./placement.ts";

const everything = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY } as const;

/** Turns a sealed arena into blocks, series by series, in steps that ride along with commits. */
export class Flusher {
  readonly #arena: Arena;
  readonly #reader: ArenaReader;
  readonly #placement: Placement;
  readonly #series: Uint32Array;
  #done = 0;
  /** Placed by the running transaction; they count once it is committed. */
  #placed = 0;

  constructor(arena: Arena, placement: Placement) {
    this.#arena = arena;
    this.#reader = new ArenaReader(arena.memory);
    this.#placement = placement;
    this.#series = arena.touched();
  }

  get isDone(): boolean {
    return this.#done === this.#series.length;
  }

  /** Places about `points` points, inside the caller's transaction. */
  step(points: number): void {
    let left = points;
    for (; left > 0 && this.#done + this.#placed < this.#series.length; this.#placed++) {
      left -= this.#place(this.#series[this.#done + this.#placed] as number);
    }
  }

  #place(series: number): number {
    const { columns } = this.#reader.read(series, everything.from, everything.to);
    if (columns.ts.length > 0) this.#placement.place(series, columns);
    return columns.ts.length + 1;
  }

  committed(): void {
    for (const series of this.#running()) this.#arena.release(series);
    this.#done += this.#placed;
    this.#placed = 0;
  }

  rolledBack(): void {
    for (const series of this.#running()) this.#placement.forgetEnd(series);
    this.#placed = 0;
  }

  #running(): Uint32Array {
    return this.#series.subarray(this.#done, this.#done + this.#placed);
  }
}
