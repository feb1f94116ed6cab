import type { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { FetchedIds } from "../device-index.ts";

/** Something that knows which devices meet one condition. */
export interface Source {
  /** About how many, not counted beyond `atMost`. */
  estimate(atMost: number): Promise<number>;
  /** Of these, or of all; `estimated` is what it said before. */
  matching(within: IdSet<DeviceId> | undefined, estimated: number): Promise<IdSet<DeviceId>>;
  /** All of them, where that is one read that can go on beside others. */
  fetch?(): Promise<FetchedIds>;
}

/** Conditions as they are looked for. */
export type SearchTree =
  | { readonly of: "all" | "any"; readonly parts: readonly SearchTree[] }
  | { readonly of: "not"; readonly part: SearchTree }
  | { readonly of: "source"; readonly source: Source };

export const nothing: SearchTree = { of: "any", parts: [] };
export const from = (source: Source): SearchTree => ({ of: "source", source });
