import { randomUUID } from "node:crypto";
import { PostgresClusterStore } from "../adapters/sql/postgres/cluster-store.ts";
import { Gate } from "../adapters/sql/postgres/gate.ts";
import { LogHeir, type TelemetryBlocks, type TelemetryBlocksOptions } from "../adapters/telemetry-blocks/index.ts";
import { type Member, Membership, MembershipPulse, Owners, type ShardChores } from "../core/cluster/index.ts";
import { LateHost } from "./late-host.ts";
import { inWordsOfOurs } from "./words-of-gate.ts";

export interface MemberPlace {
  readonly url: string;
  readonly leaseMs: number;
  /** A PostgreSQL that says nothing for so long does not answer. */
  readonly silenceMs: number;
  /** For people: where this process runs, and which program it is. */
  readonly place: string;
  readonly version: string;
  readonly arena?: TelemetryBlocksOptions["arena"] | undefined;
  /** Told once, when the others have called this member dead or its log was taken: it must not serve any more [CLU3]. */
  readonly onLost: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A process that takes part in a cluster; it has no shards before it serves. */
export interface NewMember {
  readonly self: Member;
  readonly membership: Membership;
  readonly store: PostgresClusterStore;
  readonly owners: Owners;
  /** What else is done when shards come and go. */
  readonly chores: ShardChores;
  /** Stands before everything that needs the PostgreSQL. */
  readonly gate: Gate;
  /** Its points are open. */
  has(telemetry: TelemetryBlocks): void;
  /** From now on it takes shards as they are planned for it: whoever follows its points does so by then. */
  serve(): void;
  /** Others have given or taken something: it looks at once. */
  lookSoon(): void;
  /** Hands everything over, within a time, while it still serves; not where nobody is there to take it. */
  handOver(patienceMs: number): Promise<void>;
  /** Hands everything over, within a time, and is no member any more. */
  leave(patienceMs: number): Promise<void>;
}

/** A node that is becoming one of several: others wait until it is there. */
export interface StartingMember extends NewMember {
  /** What people call it. */
  readonly name: string;
  /** By how much our clock is ahead of the database's. */
  clockAheadMs(): Promise<number>;
  /** The next one may start. */
  endTurn(): Promise<void>;
}

/** A row among the members and a log of its own; from here on it shows that it lives (ADR 67). */
export async function becomeMember(cluster: MemberPlace): Promise<NewMember> {
  const { url, leaseMs, silenceMs, place, version, arena, onTrouble } = cluster;
  const store = new PostgresClusterStore({ url, leaseMs, silenceMs });
  const host = new LateHost((orphan) => new LogHeir({ url, orphan, abandonedMs: leaseMs }, arena));
  const owners = new Owners(() => store.view());
  host.chores.beforeServed = async () => owners.saw(await store.view()); // with the epochs in which they are ours
  const onView = owners.saw.bind(owners);
  const membership = new Membership({ store, host, leaseMs, onLost: cluster.onLost, onTrouble, onView });
  const self = await membership.join({ node: randomUUID(), place, version, isStarting: true });
  const gate = gateOf(membership);
  const pulse = new MembershipPulse(membership, {
    leaseMs,
    onBeat: () => gate.open(),
    onTrouble: (error) => {
      gate.failed(error);
      if (!membership.isFresh) gate.close();
      onTrouble(error);
    },
  });
  pulse.startBeats();
  return {
    ...{ self, membership, store, owners, gate, chores: host.chores },
    has: (telemetry) => {
      telemetry.guardWith(inWordsOfOurs(toldWhileFresh(gate)));
      gate.onClosed = () => telemetry.hangUp();
      host.points = telemetry;
    },
    serve: () => {
      void membership
        .begin()
        .catch(onTrouble) // the next beat says it
        .then(() => pulse.startLooks());
    },
    lookSoon: () => pulse.lookSoon(),
    handOver: async (patienceMs) => {
      const others = (await store.view()).members.filter(({ node, isLeaving }) => node !== self.node && !isLeaving);
      if (others.length > 0) await pulse.handOver(patienceMs);
    },
    leave: async (patienceMs) => {
      await pulse.leave(patienceMs);
      host.expect([]);
      await store.close();
    },
  };
}

const gateOf = (membership: Membership): Gate =>
  new Gate({
    get isFresh() {
      return membership.isFresh;
    },
    renewed: () => membership.beat().catch(() => undefined), // the gate looks what came of it
  });

/** What was found before a pause is not told after it: by then another one may have the device [CLU3]. */
const toldWhileFresh = (gate: Gate): Pick<Gate, "during" | "isOpen"> => ({
  during: async (begin) => {
    const found = await gate.during(begin);
    if (!gate.isOpen) await gate.during(async () => undefined);
    return found;
  },
  get isOpen() {
    return gate.isOpen;
  },
});
