export { shardCount, shardOf } from "../../../core/cluster/index.ts";

/** The log of an owner of all shards at once: the one a node that runs alone has. */
export const allShards = -1;
