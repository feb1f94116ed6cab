import type { ArenaMemory } from "../heads/arena.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly file: string;
  readonly arenas: readonly [ArenaMemory, ArenaMemory];
  readonly maxFileBytes: number | undefined;
}

/** A part of a series that cannot be read any more; told once. */
export interface DamagedBlock {
  readonly series: number;
  readonly block: number;
  readonly start: number;
  readonly end: number;
}
