export type { ClusterStore, Joining, ShardHost } from "./cluster-store.ts";
export type { ClusterView, HeldShard, Member, OrphanedLog } from "./cluster-view.ts";
export { beatsPerLease, Membership } from "./membership.ts";
export { shardCount, shardOf } from "./shard-of.ts";
