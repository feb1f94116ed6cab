import { setTimeout as sleep } from "node:timers/promises";
import { takenOverCode } from "../errors.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import type { JournalEntry, LogState, ShardedStorage, StorageTransaction } from "../storage/storage.ts";
import type { LeftConsumer, UnseenCommit, UnseenPart } from "../storage/unseen-commits.ts";
import { bytesOf, int4s } from "./binary-arrays.ts";
import { codeOf, faultOf, LineLostError } from "./faults.ts";
import { HeldShards } from "./held-shards.ts";
import { HeldLog, type TakeOverTerms, type Trace } from "./ownership.ts";
import { PostgresLine } from "./postgres-line.ts";
import { PostgresTransaction } from "./postgres-transaction.ts";
import { shardCount } from "./shards.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";
import { frameOf } from "./stored-frame.ts";
import { makeTables } from "./tables.ts";
import { ToldChanges } from "./told-changes.ts";
import { findUnseen, leaving, leftConsumersOf, removing, shardsOfSeries } from "./unseen-rows.ts";

/** While a commit's outcome is unknown, the server is asked this often. */
const askAgainMs = 250;
/** A replay fetches entries of about so many bytes at a time, and no more than so many. */
const replayBytes = 1024 * 1024;
const replayEntries = 1_000;

const state = `select
    (select position from points_position where shard = $1::smallint and name = 'last'),
    (select position from points_position where shard = $1::smallint and name = 'blocks'),
    (select position from points_position where shard = $1::smallint and name = 'followed'),
    (select min(seq) from points_journal where shard = $1::smallint and seq > 0),
    (select max(seq) from points_journal where shard = $1::smallint and seq > 0)`;
const entries = `select seq, frame_check, frame from (
    select seq, frame_check, frame, sum(length(frame)) over (order by seq) - length(frame) as before
    from (select * from points_journal where shard = $1::smallint and seq > $2::bigint order by seq limit ${replayEntries}) n
  ) sized where before < ${replayBytes} order by seq`;
const seriesPage = `select s.id, d.name, s.key from points_series s left join points_device d on d.id = s.device
  where s.id > $1::int order by s.id limit $2::int`;
const seriesPageIn = `select s.id, d.name, s.key from points_series s left join points_device d on d.id = s.device
  where s.id > $1::int and s.shard = any ($3::int[]) order by s.id limit $2::int`;
const numbersIn = `select id from points_series where id % ${shardCount} = any ($1::int[])`;
/** A writer that has all shards has no members beside it: every log of one is that of one who is gone. */
const orphans = "select id from points_shard where id < $1::smallint and owner <> '' order by id desc";
const highest = "select max(id) from points_series";
const mark = "update points_store set installation = $1::text, beat = $2::bigint";
const lastTransaction = "select position from points_position where shard = $1::smallint and name = 'transaction'";

export interface PostgresPlace extends TakeOverTerms {
  readonly url: string;
}

const entryOf = ([seq, check, frame]: Row): JournalEntry => ({
  position: Number(seq),
  frame: frameOf(bytesOf(frame), Number(check)),
});

const definitionOf = ([id, device, key]: Row): SeriesDefinition => ({
  id: Number(id),
  device: device ?? "",
  key: Buffer.from(bytesOf(key) ?? []).toString("utf8"),
});

function requireShards(shards: HeldShards | undefined): HeldShards {
  if (!shards) throw new TypeError("only a member of a cluster takes and gives shards");
  return shards;
}

/** The writer's side of the tables; the durability is PostgreSQL's. */
export class PostgresWriterStorage implements ShardedStorage {
  readonly #line: PostgresLine;
  readonly #log: HeldLog;
  /** Those of a member of a cluster; whoever else writes has all that its log is of. */
  readonly #shards: HeldShards | undefined;
  /** Counts transactions that append nothing: by it one is found whose connection broke. */
  #transactions: number;

  /** Makes the tables when they are missing, refuses those of a newer version, and takes over from whoever wrote last. */
  static async open({ url, ...terms }: PostgresPlace): Promise<PostgresWriterStorage> {
    const line = new PostgresLine(url);
    try {
      await makeTables(line);
      const log = await HeldLog.takeOver(line, terms);
      const [rows] = await line.run([statement(lastTransaction, [log.shard])]);
      const hasSome = terms.member !== undefined || terms.orphan !== undefined; // of a log that is inherited: none
      const shards = hasSome ? new HeldShards(log.owner) : undefined;
      return new PostgresWriterStorage(line, log, shards, Number(rows?.[0]?.[0] ?? 0));
    } catch (error) {
      await line.close();
      throw faultOf(error);
    }
  }

  private constructor(line: PostgresLine, log: HeldLog, shards: HeldShards | undefined, transactions: number) {
    this.#line = line;
    this.#log = log;
    this.#shards = shards;
    this.#transactions = transactions;
  }

  async transaction<Result>(work: (changes: StorageTransaction) => Promise<Result>): Promise<Result> {
    const told = new ToldChanges(this.#log);
    const transaction = new PostgresTransaction(await this.#line.session(), this.#log.fence, told, this.#shards);
    try {
      const result = await work(transaction);
      const number = this.#sign(told);
      await transaction.commit().catch((error) => this.#settle(error, told, number));
      return result;
    } catch (error) {
      await transaction.rollBack();
      throw faultOf(error);
    }
  }

  #sign(told: ToldChanges): number {
    if (told.isEmpty || told.appended !== undefined) return 0;
    told.note("transaction", ++this.#transactions);
    return this.#transactions;
  }

  /** Resolves when the transaction is stored all the same; rejects when it is not, and never will be. */
  async #settle(error: unknown, told: ToldChanges, number: number): Promise<void> {
    if (!(error instanceof LineLostError)) throw error;
    if (told.isEmpty || (await this.#isStored({ appended: told.appended, number }))) return;
    throw error;
  }

  #isStored(trace: Trace): Promise<boolean> {
    return this.#untilTold(() => this.#log.isStored(this.#line, trace));
  }

  /** Whoever waits for an outcome waits until the server tells, whatever it says meanwhile: nothing else can. */
  async #untilTold<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (codeOf(error) === takenOverCode) throw error;
      }
      await sleep(askAgainMs);
    }
  }

  async log(): Promise<LogState> {
    const [last, blocks, followed, oldest, newest] = (await this.#ask(state, [this.#log.shard]))[0] ?? [];
    return {
      last: Number(last),
      blocks: Number(blocks),
      followed: Number(followed),
      oldest: Number(oldest),
      newest: Number(newest),
    };
  }

  async entries(after: number): Promise<JournalEntry[]> {
    const rows = await this.#ask(entries, [this.#log.shard, Math.max(0, after)]);
    return rows.map(entryOf);
  }

  async series(after: number, limit: number): Promise<SeriesDefinition[]> {
    return (await this.#ask(seriesPage, [after, limit])).map(definitionOf);
  }

  async seriesIn(shards: readonly number[], after: number, limit: number): Promise<SeriesDefinition[]> {
    return (await this.#ask(seriesPageIn, [after, limit, int4s(shards)])).map(definitionOf);
  }

  async numbersIn(shards: readonly number[]): Promise<number[]> {
    return (await this.#ask(numbersIn, [int4s(shards)])).map(([id]) => Number(id));
  }

  async takeShards(wanted: readonly number[]): Promise<number[]> {
    const shards = requireShards(this.#shards);
    const others = wanted.filter((shard) => !shards.has(shard));
    await this.#change(shards, others, shards.taking(others));
    return wanted.filter((shard) => shards.has(shard));
  }

  async giveShards(given: readonly number[], receiptsUpTo = 0): Promise<void> {
    const shards = requireShards(this.#shards);
    const noted = this.#log.noting("receipts", receiptsUpTo);
    const kept = await this.#change(shards, given, shards.giving(given), noted);
    if (kept.length > 0) throw faultOf(new LineLostError("shards were not given"));
  }

  /** Which of them are ours then. Where the answer got lost the server says, once nothing of ours is under way any more. */
  async #change(
    shards: HeldShards,
    ids: readonly number[],
    change: Statement,
    ...before: readonly Statement[]
  ): Promise<number[]> {
    try {
      const answers = await this.#line.run([this.#log.fence, ...before, change]);
      return shards.note(ids, answers.at(-1) ?? []);
    } catch (error) {
      if (!(error instanceof LineLostError)) throw faultOf(error);
    }
    return shards.note(ids, await this.#untilTold(() => this.#log.afterAll(this.#line, shards.asking(ids))));
  }

  async orphans(): Promise<number[]> {
    return (await this.#ask(orphans, [this.#log.shard])).map(([log]) => Number(log));
  }

  async retire(): Promise<void> {
    try {
      await this.#line.run([this.#log.fence, ...this.#log.retirement]);
    } catch (error) {
      throw faultOf(error);
    }
  }

  takeRest(): Promise<void> {
    return this.#fenced(this.#log.taking);
  }

  leftConsumers(): Promise<LeftConsumer[]> {
    return leftConsumersOf(this.#log.shard, this.#asking);
  }

  shardsOfSeries(series: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return shardsOfSeries(series, this.#asking);
  }

  async leaveUnseen(parts: readonly UnseenPart[]): Promise<void> {
    if (parts.length > 0) await this.#fenced(leaving(this.#log.shard, this.#log.owner, parts));
  }

  unseenIn(shards: readonly number[]): Promise<UnseenCommit[]> {
    return findUnseen(shards, this.#asking);
  }

  async removeUnseen(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#fenced(removing(ids));
  }

  /** For what may be done twice. */
  async #fenced(change: Statement): Promise<void> {
    try {
      await this.#line.run([this.#log.fence, change]);
    } catch (error) {
      throw faultOf(error);
    }
  }

  readonly #asking = (text: string, values?: Parameters<typeof statement>[1]): Promise<readonly Row[]> =>
    this.#ask(text, values);

  async highestSeries(): Promise<number> {
    return Number((await this.#ask(highest))[0]?.[0] ?? 0);
  }

  async mark(installation: string, beat: number): Promise<void> {
    try {
      await this.#line.run([this.#log.fence, statement(mark, [installation, beat])]);
    } catch (error) {
      throw faultOf(error);
    }
  }

  hangUp(): void {
    this.#line.hangUp();
  }

  close(): Promise<void> {
    return this.#line.close();
  }

  async #ask(text: string, values: Parameters<typeof statement>[1] = []): Promise<readonly Row[]> {
    try {
      return (await this.#line.run([statement(text, values)]))[0] ?? [];
    } catch (error) {
      throw faultOf(error);
    }
  }
}
