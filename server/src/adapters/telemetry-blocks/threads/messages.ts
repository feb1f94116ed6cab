import type { ArenaMemory } from "../heads/arena.ts";
import type { PostgresPlace } from "../postgres/postgres-writer.ts";

export type { PostgresPlace };

/** Where the points are: in a file of the data folder, or in PostgreSQL. */
export type PointsPlace =
  | { readonly kind: "file"; readonly file: string; readonly maxFileBytes: number | undefined }
  | ({ readonly kind: "postgres" } & PostgresPlace);

/** What a worker is started with. */
export interface WorkerStart {
  readonly place: PointsPlace;
  readonly arenas: readonly [ArenaMemory, ArenaMemory];
}

/** A part of a series that cannot be read any more; told once. */
export interface DamagedBlock {
  readonly series: number;
  readonly block: number;
  readonly start: number;
  readonly end: number;
}
