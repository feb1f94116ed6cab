import type { LatePoints, Placement, PlacementStorage } from "../blocks/placement.ts";
import type { Arena } from "./arena.ts";
import { ArenaReader } from "./arena-reader.ts";

/** Points of one series that are placed at a time: one that fills an arena alone does not fill a transaction. */
const pieceOfSeries = 8_192;

/** Series whose ends are asked for at once, when they are not known. */
const lookAhead = 64;

/** How far a flush has come: the next series, and the time it is to go on from. */
interface Progress {
  readonly series: number;
  readonly from: number;
}

const beginOf = (series: number): Progress => ({ series, from: Number.NEGATIVE_INFINITY });

/** Turns a sealed arena into blocks, series by series, in steps that ride along with commits. */
export class Flusher {
  readonly #arena: Arena;
  readonly #reader: ArenaReader;
  readonly #placement: Placement;
  readonly #series: Uint32Array;
  /** What is durable, and what the running transaction has added to it. */
  #done = beginOf(0);
  #next = beginOf(0);

  constructor(arena: Arena, placement: Placement) {
    this.#arena = arena;
    this.#reader = new ArenaReader(arena.memory);
    this.#placement = placement;
    this.#series = arena.touched();
  }

  get isDone(): boolean {
    return this.#done.series === this.#series.length;
  }

  /** Places about `points` points, inside the caller's transaction. */
  async step(storage: PlacementStorage, points: number): Promise<void> {
    const late: LatePoints[] = [];
    let known = this.#next.series;
    for (let left = points; left > 0 && this.#next.series < this.#series.length; ) {
      if (this.#next.series >= known) known = await this.#learnEnds(storage);
      left -= this.#placePiece(storage, late);
    }
    await this.#placement.placeLate(storage, late);
  }

  async #learnEnds(storage: PlacementStorage): Promise<number> {
    const { series } = this.#next;
    await this.#placement.learnEnds(storage, this.#series.subarray(series, series + lookAhead));
    return series + lookAhead;
  }

  #placePiece(storage: PlacementStorage, late: LatePoints[]): number {
    const series = this.#series[this.#next.series] as number;
    const { from } = this.#next;
    const query = { from, to: Number.POSITIVE_INFINITY, direction: "ASC", limit: pieceOfSeries } as const;
    const { columns } = this.#reader.read(series, query);
    const last = columns.ts.at(-1);
    if (last !== undefined) late.push(...this.#placement.place(storage, series, columns));
    const isWhole = last === undefined || columns.ts.length < pieceOfSeries;
    this.#next = isWhole ? beginOf(this.#next.series + 1) : { series: this.#next.series, from: last + 1 };
    return columns.ts.length + 1;
  }

  /** Series that are in blocks completely are let go; readers find them there. */
  committed(): void {
    for (let i = this.#done.series; i < this.#next.series; i++) this.#arena.release(this.#series[i] as number);
    this.#done = this.#next;
  }

  rolledBack(): void {
    const touched = this.#series.subarray(this.#done.series, this.#next.series + 1);
    for (const series of touched) this.#placement.forgetEnd(series);
    this.#next = this.#done;
  }
}
