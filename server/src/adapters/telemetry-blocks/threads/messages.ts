import type { ArenaMemory } from "../heads/arena.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly file: string;
  readonly arenas: readonly [ArenaMemory, ArenaMemory];
  readonly maxFileBytes: number | undefined;
}

/** A refusal or failure on its way between threads. */
export type WireFault =
  | { readonly kind: "conflict" | "failed"; readonly message: string }
  | { readonly kind: "disk"; readonly errno: string; readonly message: string };

export type WorkerReply =
  | { readonly type: "done"; readonly id: number; readonly result: unknown }
  | { readonly type: "failed"; readonly id: number; readonly fault: WireFault }
  | { readonly type: "ready" }
  | { readonly type: "refused"; readonly fault: WireFault }
  | {
      readonly type: "damaged";
      readonly series: number;
      readonly block: number;
      readonly start: number;
      readonly end: number;
    };
