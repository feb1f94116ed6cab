export type { ClusterOfNode } from "./cluster-of-node.ts";
export type { ClusterStore, Joining, ShardChores, ShardHost } from "./cluster-store.ts";
export type { ClusterView, Member } from "./cluster-view.ts";
export { Membership } from "./membership.ts";
export { MembershipPulse } from "./membership-pulse.ts";
export { Owners } from "./owners.ts";
export { shardCount, shardOf } from "./shard-of.ts";
