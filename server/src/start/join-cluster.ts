import {
  openTelemetryBlocks,
  type TelemetryBlocks,
  type TelemetryBlocksOptions,
} from "../adapters/telemetry-blocks/index.ts";
import type { Member, Membership } from "../core/cluster/index.ts";
import { becomeMember, type MemberPlace } from "./become-member.ts";

export interface ClusterPlace extends Omit<MemberPlace, "arena"> {
  readonly points: Omit<TelemetryBlocksOptions, "postgres">;
}

/** A member with its points, and nothing else of a node. */
export interface Joined {
  readonly self: Member;
  readonly membership: Membership;
  readonly telemetry: TelemetryBlocks;
  /** Hands everything over, within a time, and closes. */
  leave(patienceMs: number): Promise<void>;
}

/** Becomes a member: its row first, then its log, then shards as they are planned for it (ADR 67). */
export async function joinCluster({ points, ...place }: ClusterPlace): Promise<Joined> {
  const onLost = once(place.onLost);
  const member = await becomeMember({ ...place, onLost, arena: points.arena });
  const { self, membership } = member;
  const postgres = { url: place.url, member: self, abandonedMs: place.leaseMs };
  const telemetry = await openTelemetryBlocks({ ...points, postgres, onLost });
  member.has(telemetry);
  member.serve();
  const leave = async (patienceMs: number): Promise<void> => {
    await member.leave(patienceMs);
    await telemetry.close();
  };
  return { self, membership, telemetry, leave };
}

function once(tell: () => void): () => void {
  let isTold = false;
  return () => {
    if (!isTold) tell();
    isTold = true;
  };
}
