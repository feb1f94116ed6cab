import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterStore, ClusterView, Joining, Member } from "../../../core/cluster/index.ts";
import { LeaseHeldError, leaseSchema, nowOfDatabase } from "./node-lease.ts";
import { OwnConnection } from "./own-connection.ts";

/** The right to the database that all members have together, renewed by each: a lone node waits until none does. */
const jointOwner = "cluster";
/** In leases of a member: by the database's clock, which may step a little. */
const jointLeases = 3;
const lookAgainMs = 500;
/** Logs of members have numbers from here on downwards; −1 is the log of a node that is alone. */
const firstLog = -2;
const lastLog = -1_000;

const schema = `create table if not exists cluster_member (
  node text primary key, log smallint not null unique, beat bigint not null, is_leaving boolean not null,
  place text not null, version text not null)`;
const takeJointly = `insert into node_lease as held values ('node', '${jointOwner}', 1, ${nowOfDatabase} + $1, $2)
  on conflict (name) do update
    set owner = excluded.owner, epoch = held.epoch + (held.owner <> excluded.owner)::int,
      expires_time = excluded.expires_time, place = excluded.place
    where held.expires_time <= ${nowOfDatabase} or held.owner = excluded.owner
  returning epoch`;
const look = "select owner, epoch, expires_time, place from node_lease where name = 'node'";
/** Before the row of `node_lease`: a beat has the table when it comes to that row, and each would wait for the other. */
const oneAtATime = "lock table cluster_member in share row exclusive mode";
const hasPoints = "select to_regclass('points_shard') is not null as found";
/** A log that still has an owner is that of one who is gone, and not inherited yet. */
const freeLog = (withPoints: boolean): string => `select max(n) as log from generate_series(${lastLog}, ${firstLog}) n
  where not exists (select 1 from cluster_member m where m.log = n)
    ${withPoints ? "and not exists (select 1 from points_shard s where s.id = n and s.owner <> '')" : ""}`;
const enter = "insert into cluster_member values ($1, $2, 1, $5, $3, $4)";
/** Whoever has lost the database to a lone node is no member any more, whatever the table says. */
const beat = `with joint as (
    update node_lease set expires_time = ${nowOfDatabase} + $3 where name = 'node' and owner = '${jointOwner}' returning 1)
  update cluster_member set beat = beat + 1, is_leaving = $2 where node = $1 and exists (select 1 from joint)`;
const view = `select 'member' as kind, node as name, log as id, beat as count, is_leaving from cluster_member
  union all select 'shard', owner, id, epoch, false from points_shard where id >= 0
  union all select 'orphan', owner, id, epoch, false from points_shard s where id < 0 and owner <> ''
    and not exists (select 1 from cluster_member m where m.log = s.id and m.node = s.owner)
  order by kind, id`;
/** Waits for what the member has under way, and lets nothing through that has not begun [CLU3]. */
const bury = `with gone as (delete from cluster_member where node = $1 and beat = $2 returning node, log),
    fenced as (update points_shard s set epoch = epoch + 1 from gone where s.id = gone.log and s.owner = gone.node returning 1)
  select (select count(*) from gone)::int as gone, (select count(*) from fenced) as fenced`;
/** Whose shards are not all free cannot leave: it is inherited from. */
const leave = `with gone as (
    delete from cluster_member m where node = $1
      and not exists (select 1 from points_shard s where s.id >= 0 and s.owner = m.node) returning node, log)
  update points_shard s set epoch = epoch + 1, owner = '' from gone where s.id = gone.log and s.owner = gone.node`;
const others = "select node, beat, place, version from cluster_member where node <> $1 order by place";
const giveBack = `update node_lease set expires_time = 0
  where name = 'node' and owner = '${jointOwner}' and not exists (select 1 from cluster_member)`;

export interface ClusterTerms {
  readonly url: string;
  readonly leaseMs: number;
  /** A database that says nothing for so long does not answer. */
  readonly silenceMs: number;
}

interface OtherMember {
  readonly node: string;
  readonly beat: number;
  readonly name: string;
}

interface ViewRow {
  readonly kind: "member" | "orphan" | "shard";
  readonly name: string;
  readonly id: number;
  readonly count: string;
  readonly is_leaving: boolean;
}

/** Members in a PostgreSQL. Whatever waits there for another one's lock does not keep the beats waiting. */
export class PostgresClusterStore implements ClusterStore {
  readonly #terms: ClusterTerms;
  readonly #beats: OwnConnection;
  readonly #rest: OwnConnection;

  constructor(terms: ClusterTerms) {
    this.#terms = terms;
    [this.#beats, this.#rest] = [new OwnConnection(terms), new OwnConnection(terms)];
  }

  /** Waits for the lease of a lone node that is dead; a living one is left alone. */
  async join(joining: Joining): Promise<Member> {
    await this.#make();
    for (let before: string | undefined; ; await sleep(lookAgainMs)) {
      const log = await this.#enter(joining);
      if (log !== undefined) return { node: joining.node, log, beat: 1, isLeaving: joining.isStarting === true };
      const { owner, epoch, expires_time, place } = (await this.#rest.ask(look)).rows[0] ?? {};
      const seen = `${owner} ${epoch} ${expires_time}`;
      if (before !== undefined && before !== seen) throw new LeaseHeldError(String(place));
      before = seen;
    }
  }

  async #make(): Promise<void> {
    for (const table of [leaseSchema, schema]) await this.#rest.ask(table).catch(() => this.#rest.ask(table)); // two that create it at once: the second finds it
  }

  async #enter({ node, place, version, isStarting = false }: Joining): Promise<number | undefined> {
    await this.#rest.ask("begin");
    await this.#rest.ask(oneAtATime);
    const isTaken = (await this.#rest.ask(takeJointly, [this.#jointMs, place])).rowCount === 1;
    const withPoints = (await this.#rest.ask(hasPoints)).rows[0]?.found === true;
    const log = isTaken ? Number((await this.#rest.ask(freeLog(withPoints))).rows[0]?.log) : undefined;
    if (log !== undefined) await this.#rest.ask(enter, [node, log, place, version, isStarting]);
    await this.#rest.ask("commit");
    return log;
  }

  get #jointMs(): number {
    return this.#terms.leaseMs * jointLeases;
  }

  async beat(node: string, isLeaving: boolean): Promise<boolean> {
    return (await this.#beats.ask(beat, [node, isLeaving, this.#jointMs])).rowCount === 1;
  }

  async view(): Promise<ClusterView> {
    const { rows } = await this.#rest.ask(view);
    const of = (kind: ViewRow["kind"]): ViewRow[] => (rows as ViewRow[]).filter((row) => row.kind === kind);
    return {
      members: of("member").map(memberOf),
      shards: of("shard").map(({ id, name, count }) => ({ id, owner: name, epoch: Number(count) })),
      orphans: of("orphan").map(({ id, name }) => ({ log: id, owner: name })),
    };
  }

  /** The others, living or dead, with what people read of them. */
  async others(node: string): Promise<readonly OtherMember[]> {
    const { rows } = await this.#rest.ask(others, [node]);
    return rows.map(({ node, beat, place, version }) => ({ node, beat: Number(beat), name: `${place}, ${version}` }));
  }

  async bury({ node, beat }: Member): Promise<boolean> {
    return (await this.#rest.ask(bury, [node, beat])).rows[0]?.gone === 1;
  }

  async leave(node: string): Promise<void> {
    await this.#rest.ask(leave, [node]);
    await this.#rest.ask(giveBack);
  }

  async close(): Promise<void> {
    await Promise.all([this.#beats.close(), this.#rest.close()]);
  }
}

const memberOf = ({ name, id, count, is_leaving }: ViewRow): Member => ({
  node: name,
  log: id,
  beat: Number(count),
  isLeaving: is_leaving,
});
