import { randomUUID } from "node:crypto";
import { takenOver } from "../errors.ts";
import type { PostgresLine } from "./postgres-line.ts";
import { allShards } from "./shards.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";
import type { Ownership } from "./told-changes.ts";

/** The lease of the node that opens the points; another one must not have it by then. */
interface HeldLease {
  readonly owner: string;
}

/** Of a cluster: whose log it is. */
export interface MembersLog {
  readonly node: string;
  readonly log: number;
}

export interface TakeOverTerms {
  /** Where only the node with the lease may open the points. */
  readonly lease?: HeldLease;
  /** A member of a cluster writes a log of its own, and has no shards to begin with (ADR 67). */
  readonly member?: MembersLog;
  /** The log of one that is gone, to be turned into blocks. */
  readonly orphan?: number;
  /** A transaction in which nothing happened for so long is one of a node that stands still or is gone. */
  readonly abandonedMs?: number;
}

const usuallyAbandonedMs = 60_000;

/**
 * Fails with a division by zero when the row is not there any more as it was. A transaction in which nothing happens
 * for too long is one of a node that stands still: the server ends it, so that its lock keeps nobody from taking over.
 */
const fence = `select 1 / count(*), set_config('idle_in_transaction_session_timeout', $4::text, true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', true) end
  from (select 1 from points_shard where id = $1::smallint and owner = $2::text and epoch = $3::bigint for share) held`;
const holdsLease = `select 1 / count(*)
  from (select 1 from node_lease where name = 'node' and owner = $1::text for share) held`;
/** Not the logs of members: these are inherited, one by one, with the shards that are under their names. */
const takeAll = `update points_shard s set owner = $1::text, epoch = epoch + 1 where id >= $2::smallint and owner <> $1::text
  and not exists (select 1 from points_shard l where l.id < $2::smallint and l.owner = s.owner and l.owner <> '')`;
const hadMembers = "select to_regclass('cluster_member') is not null";
const noMembers = "delete from cluster_member";
/** In one statement: it has the table of members before it waits for the lease, as their beats have. */
const holdsLeaseAlone = `with held as materialized (select 1 from node_lease where name = 'node' and owner = $1::text for share),
    gone as (delete from cluster_member where exists (select 1 from held))
  select 1 / count(*) from held`;
const isMember = `select 1 / count(*)
  from (select 1 from cluster_member where node = $1::text and log = $2::smallint for share) held`;
const takeOwn = `insert into points_shard as held (id, owner, epoch) values ($1::smallint, $2::text, 1)
  on conflict (id) do update set owner = excluded.owner, epoch = held.epoch + 1`;
/** The shards stay under the name of the one that is gone, and so does the log: a second heir goes on where the first one died. */
const inherit = `update points_shard s set epoch = epoch + 1 where id = $1::smallint and owner <> ''
  and not exists (select 1 from cluster_member m where m.log = s.id and m.node = s.owner) returning epoch, owner`;
const retire = `update points_shard set owner = '', epoch = epoch + 1
  where owner = $2::text and (id >= 0 or id = $1::smallint)`;
const note = `insert into points_position as noted (shard, name, position) values ($1, $2, $3)
  on conflict (shard, name) do update set position = greatest(noted.position, excluded.position)`;
/** Positions are never used twice, although nothing is left that has one. */
const keepEnd = `insert into points_position as noted (shard, name, position)
  select $1::smallint, name, max(seq) from points_journal, unnest(array['last', 'blocks']) name
  where shard = $1::smallint and seq > 0 group by name
  on conflict (shard, name) do update set position = greatest(noted.position, excluded.position)`;
const empty = "delete from points_journal where shard = $1::smallint and seq > 0";
const epochOf = "select epoch from points_shard where id = $1::smallint and owner = $2::text";
const raise = `update points_shard set epoch = epoch + 1 where id = $1::smallint and owner = $2::text returning epoch`;
const isStored = `select
    exists (select 1 from points_journal where shard = $1::smallint and seq = $2::bigint and epoch = $3::bigint) or
    exists (select 1 from points_position where shard = $1::smallint and name = 'transaction' and position = $4::bigint)`;

/** A transaction, as it can be found again: by what it appended, or by its own number. */
export interface Trace {
  readonly appended: number | undefined;
  readonly number: number;
}

/**
 * The right to write a log [CLU3]: its row names the owner and an epoch, which counts up with whoever takes over. Every
 * transaction locks that row, so that a take-over waits for those under way, and all later ones of the old owner fail.
 */
export class HeldLog implements Ownership {
  readonly shard: number;
  readonly #owner: string;
  readonly #abandonedMs: number;
  #epoch: number;

  private constructor(shard: number, owner: string, epoch: number, abandonedMs = usuallyAbandonedMs) {
    this.shard = shard;
    this.#abandonedMs = abandonedMs;
    this.#owner = owner;
    this.#epoch = epoch;
  }

  /** Whoever had it has it no more. */
  static takeOver(line: PostgresLine, terms: TakeOverTerms): Promise<HeldLog> {
    if (terms.orphan !== undefined) return HeldLog.#inherit(line, terms.orphan, terms.abandonedMs);
    return terms.member ? HeldLog.#ofMember(line, terms.member, terms.abandonedMs) : HeldLog.#ofAll(line, terms);
  }

  static async #ofAll(line: PostgresLine, { lease, abandonedMs }: TakeOverTerms): Promise<HeldLog> {
    const owner = lease?.owner ?? randomUUID();
    const [had] = await line.run([statement(hadMembers)]);
    const taking = [
      ...checkAlone(lease, had?.[0]?.[0] === "t"),
      statement(takeAll, [owner, allShards]),
      statement(epochOf, [allShards, owner]),
    ];
    return new HeldLog(allShards, owner, epochIn((await line.run(taking)).at(-1)), abandonedMs);
  }

  static async #ofMember(line: PostgresLine, { node, log }: MembersLog, abandonedMs?: number): Promise<HeldLog> {
    const taking = [
      statement(isMember, [node, log]),
      ...emptied(log), // whoever had it before has given or left everything
      statement(takeOwn, [log, node]),
      statement(epochOf, [log, node]),
    ];
    return new HeldLog(log, node, epochIn((await line.run(taking)).at(-1)), abandonedMs);
  }

  static async #inherit(line: PostgresLine, log: number, abandonedMs?: number): Promise<HeldLog> {
    const [rows] = await line.run([statement(inherit, [log])]);
    return new HeldLog(log, rows?.[0]?.[1] ?? "", epochIn(rows), abandonedMs);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get owner(): string {
    return this.#owner;
  }

  /** What was inherited since is ours as well. */
  get taking(): Statement {
    return statement(takeAll, [this.#owner, this.shard]);
  }

  /** Everything in it is in blocks: its shards are free, and it is empty and nobody's. */
  get retirement(): readonly Statement[] {
    return [...emptied(this.shard), statement(retire, [this.shard, this.#owner])];
  }

  noting(name: string, position: number): Statement {
    return statement(note, [this.shard, name, position]);
  }

  /** The first statement of every transaction. Statistics of young tables mislead: every question has an index. */
  get fence(): Statement {
    return statement(fence, [this.shard, this.#owner, this.#epoch, this.#abandonedMs]);
  }

  /**
   * Whether a transaction is stored whose connection broke. The epoch is raised first: that waits for what is under way
   * still, and lets nothing through that has not begun. Then what is not there will never be.
   */
  async isStored(line: PostgresLine, { appended, number }: Trace): Promise<boolean> {
    const written = this.#epoch;
    const rows = await this.afterAll(line, statement(isStored, [this.shard, appended ?? 0, written, number]));
    return rows[0]?.[0] === "t";
  }

  /** Asks when nothing of ours is under way any more, nor will be. */
  async afterAll(line: PostgresLine, question: Statement): Promise<readonly Row[]> {
    const answers = await line.run([statement(raise, [this.shard, this.#owner]), question]);
    this.#epoch = epochIn(answers[0]);
    return answers[1] ?? [];
  }
}

/** Another one must not have the lease by then, and members that there were are none any more. */
function checkAlone(lease: HeldLease | undefined, hadMembers: boolean): Statement[] {
  if (!lease) return hadMembers ? [statement(noMembers)] : [];
  return [statement(hadMembers ? holdsLeaseAlone : holdsLease, [lease.owner])];
}

const emptied = (log: number): Statement[] => [statement(keepEnd, [log]), statement(empty, [log])];

function epochIn(rows: readonly Row[] | undefined): number {
  const epoch = rows?.[0]?.[0];
  if (epoch == null) throw takenOver();
  return Number(epoch);
}
