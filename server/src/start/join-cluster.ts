import { randomUUID } from "node:crypto";
import { PostgresClusterStore } from "../adapters/sql/postgres/cluster-store.ts";
import { Gate } from "../adapters/sql/postgres/gate.ts";
import {
  inheritLog,
  openTelemetryBlocks,
  type TelemetryBlocks,
  type TelemetryBlocksOptions,
} from "../adapters/telemetry-blocks/index.ts";
import { type Member, Membership, MembershipPulse, type ShardHost } from "../core/cluster/index.ts";
import { inWordsOfOurs } from "./open-points.ts";

export interface ClusterPlace {
  readonly url: string;
  readonly leaseMs: number;
  /** A PostgreSQL that says nothing for so long does not answer. */
  readonly silenceMs: number;
  /** For people: where this process runs, and which program it is. */
  readonly place: string;
  readonly version: string;
  readonly points: Omit<TelemetryBlocksOptions, "postgres">;
  /** Told once, when the others have called this member dead or its log was taken: it must not serve any more [CLU3]. */
  readonly onLost: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A member with its points. */
export interface Joined {
  readonly self: Member;
  readonly membership: Membership;
  readonly telemetry: TelemetryBlocks;
  /** Hands everything over, within a time, and closes. */
  leave(patienceMs: number): Promise<void>;
}

/** Becomes a member: its row first, then its log, then shards as they are planned for it (ADR 67). */
export async function joinCluster(cluster: ClusterPlace): Promise<Joined> {
  const { url, leaseMs, silenceMs, place, version, points, onLost, onTrouble } = cluster;
  const store = new PostgresClusterStore({ url, leaseMs, silenceMs });
  const lost = once(onLost);
  const host = new LateHost((orphan) => inheritLog({ url, orphan, abandonedMs: leaseMs }, points.arena));
  const membership = new Membership({ store, host, leaseMs, onLost: lost, onTrouble });
  const self = await membership.join({ node: randomUUID(), place, version });
  const gate = new Gate({
    get isFresh() {
      return membership.isFresh;
    },
    renewed: () => membership.beat().catch(() => undefined), // the gate looks what came of it
  });
  const pulse = new MembershipPulse(membership, {
    leaseMs,
    onBeat: () => gate.open(),
    onTrouble: (error) => {
      if (!membership.isFresh) gate.close();
      onTrouble(error);
    },
  });
  const postgres = { url, member: self, abandonedMs: leaseMs };
  const telemetry = await openTelemetryBlocks({ ...points, postgres, onLost: lost });
  telemetry.guardWith(inWordsOfOurs(toldWhileFresh(gate)));
  gate.onClosed = () => telemetry.hangUp();
  host.points = telemetry;
  pulse.start();
  const leave = async (patienceMs: number): Promise<void> => {
    await pulse.leave(patienceMs);
    await telemetry.close();
    await store.close();
  };
  return { self, membership, telemetry, leave };
}

/** What was found before a pause is not told after it: by then another one may have the device [CLU3]. */
const toldWhileFresh = (gate: Gate): Pick<Gate, "during" | "isOpen"> => ({
  during: async (begin) => {
    const found = await gate.during(begin);
    await gate.during(async () => undefined);
    return found;
  },
  get isOpen() {
    return gate.isOpen;
  },
});

/** The points are opened by who is a member already. */
class LateHost implements ShardHost {
  points: TelemetryBlocks | undefined;
  readonly inherit: ShardHost["inherit"];

  constructor(inherit: ShardHost["inherit"]) {
    this.inherit = inherit;
  }

  get held(): readonly number[] {
    return this.points?.held ?? [];
  }

  async take(shards: readonly number[]): Promise<void> {
    await this.points?.take(shards);
  }

  async give(shards: readonly number[]): Promise<void> {
    await this.points?.give(shards);
  }
}

function once(tell: () => void): () => void {
  let isTold = false;
  return () => {
    if (!isTold) tell();
    isTold = true;
  };
}
