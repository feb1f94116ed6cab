import type { Placement, PlacementStorage } from "../blocks/placement.ts";
import { applyFrame } from "../frames/apply-frame.ts";
import { Arena, type ArenaMemory } from "./arena.ts";
import { Flusher } from "./flusher.ts";

/** The two arenas in the writer's hands: one takes points in, the other one is turned into blocks. */
export class Heads {
  readonly #placement: Placement;
  #active: Arena;
  #sealed: Arena;
  #flusher: Flusher | undefined;
  #generation = 0;

  constructor([active, sealed]: readonly [ArenaMemory, ArenaMemory], placement: Placement) {
    this.#placement = placement;
    [this.#active, this.#sealed] = [new Arena(active), new Arena(sealed)];
    this.#active.begin(++this.#generation);
  }

  get isFlushing(): boolean {
    return this.#flusher !== undefined;
  }

  get isEmpty(): boolean {
    return this.#active.isEmpty;
  }

  hasRoom(points: number, textBytes: number): boolean {
    return this.#active.hasRoom(points, textBytes);
  }

  /** Whether points of the series may be here; blocks may hold them at the same time. */
  mayHold(series: number): boolean {
    return this.isFlushing || this.#active.has(series);
  }

  /** Takes the points of a frame; readers see them from here on, so it has to be durable. */
  apply(frame: Uint8Array): void {
    applyFrame(frame, this.#active);
    this.#active.publish();
  }

  remove(series: number, from: number, to: number): void {
    this.#active.remove(series, from, to);
    if (this.isFlushing) this.#sealed.remove(series, from, to);
  }

  /** The full arena is turned into blocks from now on, the empty one takes over. Nothing is being flushed before. */
  seal(): void {
    [this.#active, this.#sealed] = [this.#sealed, this.#active];
    this.#active.begin(++this.#generation);
    this.#flusher = new Flusher(this.#sealed, this.#placement);
  }

  /** Turns about `points` sealed points into blocks, inside the caller's transaction. */
  async flush(storage: PlacementStorage, points: number): Promise<void> {
    await this.#flusher?.step(storage, points);
  }

  rolledBack(): void {
    this.#flusher?.rolledBack();
  }

  /** True when this was the end of a flush: the sealed points are in blocks, durably, and nowhere else. */
  committed(): boolean {
    this.#flusher?.committed();
    if (!this.#flusher?.isDone) return false;
    this.#flusher = undefined;
    this.#sealed.clear();
    return true;
  }
}
