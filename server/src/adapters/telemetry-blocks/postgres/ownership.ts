import { randomUUID } from "node:crypto";
import { takenOver } from "../errors.ts";
import type { PostgresLine } from "./postgres-line.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";
import type { Ownership } from "./told-changes.ts";

/** The lease of the node that opens the points; another one must not have it by then. */
interface HeldLease {
  readonly owner: string;
}

export interface TakeOverTerms {
  /** Where only the node with the lease may open the points. */
  readonly lease?: HeldLease;
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
const takeAll = "update points_shard set owner = $1::text, epoch = epoch + 1";
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

  private constructor(shard: number, owner: string, epoch: number, abandonedMs: number) {
    this.shard = shard;
    this.#abandonedMs = abandonedMs;
    this.#owner = owner;
    this.#epoch = epoch;
  }

  /** Whoever had it has it no more. */
  static async takeOver(line: PostgresLine, shard: number, { lease, abandonedMs }: TakeOverTerms): Promise<HeldLog> {
    const owner = lease?.owner ?? randomUUID();
    const check = lease ? [statement(holdsLease, [lease.owner])] : [];
    const taking = [...check, statement(takeAll, [owner]), statement(epochOf, [shard, owner])];
    const answers = await line.run(taking);
    return new HeldLog(shard, owner, epochIn(answers.at(-1)), abandonedMs ?? usuallyAbandonedMs);
  }

  get epoch(): number {
    return this.#epoch;
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
    const answers = await line.run([
      statement(raise, [this.shard, this.#owner]),
      statement(isStored, [this.shard, appended ?? 0, written, number]),
    ]);
    this.#epoch = epochIn(answers[0]);
    return answers[1]?.[0]?.[0] === "t";
  }
}

function epochIn(rows: readonly Row[] | undefined): number {
  const epoch = rows?.[0]?.[0];
  if (epoch == null) throw takenOver();
  return Number(epoch);
}
