import { type Owners, shardCount } from "../../../core/cluster/index.ts";
import { notHere } from "../index.ts";
import type { AtOwner } from "./at-owner.ts";

interface OwnerParts {
  readonly owners: Owners;
  readonly atOwner: AtOwner;
}

/** Every shard is asked of who has it, and all at the same time; if one changes hands meanwhile, all again. */
export function askEveryOwner<T>(
  { owners, atOwner }: OwnerParts,
  way: (node: string, shards: readonly number[]) => Promise<T>,
): Promise<T[]> {
  return atOwner.insist(() => {
    const byOwner = Map.groupBy(
      Array.from({ length: shardCount }, (_, shard) => shard),
      (shard) => {
        const owner = owners.of(shard);
        if (owner === undefined) throw notHere();
        return owner;
      },
    );
    return Promise.all([...byOwner].map(([node, shards]) => way(node, shards)));
  });
}
