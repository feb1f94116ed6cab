import type { AuditChain, AuditEntry, AuditQuery, AuditStore, ChainFault } from "../../../core/audit/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import { type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { type Database, type RunningTransaction, streamRows } from "../database.ts";
import type { ChainEnd } from "./audit-chain.ts";
import { orderedEntries, pageOfBoth, sliceOf, waitingEntries } from "./audit-pages.ts";
import { numbersIn } from "./audit-query.ts";
import {
  type AuditRow,
  canonical,
  chainOf,
  entryOf,
  hashAfter,
  searchTextOf,
  tenantOfChain,
  unchainedRow,
} from "./audit-rows.ts";
import { AuditSeals } from "./audit-seals.ts";
import { everyWaiting, leaveWaiting } from "./audit-waiting.ts";

/** What is wrong with a row that should follow this one. What searches look at is made of the rest, and not hashed. */
function problemOf(row: AuditRow, before: ChainEnd): "missing" | "changed" | undefined {
  if (row.number !== before.number + 1) return "missing";
  return hashAfter(before.hash, row) !== row.hash || searchTextOf(row) !== row.search_text ? "changed" : undefined;
}

/** Has the place of an end, and is not it. */
const isAnother = (at: ChainEnd, end: ChainEnd): boolean => at.number === end.number && at.hash !== end.hash;

/** Entries of one tenant that may wait to be sealed where nobody says otherwise. */
const waitingAtMostByDefault = 10_000;

/**
 * An entry is stored with its change as a row that waits, and sealed into its chain soon afterwards, many at once: numbers,
 * hashes and indexes cost no change its time. Whoever reads seals first, so nobody sees the difference.
 */
export class SqlAuditStore implements AuditStore {
  readonly #db: Database;
  readonly #seals: AuditSeals;

  constructor(db: Database, waitingAtMost = waitingAtMostByDefault) {
    this.#db = db;
    this.#seals = new AuditSeals(db, waitingAtMost);
  }

  async append(entry: AuditEntry): Promise<void> {
    const { running } = this.#db;
    if (running) running.atEnd(this.#leave, entry);
    else await this.#db.transact(() => this.append(entry));
  }

  get mayWait(): boolean {
    return this.#seals.mayWait;
  }

  seal(): Promise<void> {
    return this.#seals.seal();
  }

  async waiting(): Promise<number> {
    const counted = this.#db.read.selectFrom("audit_waiting").select((eb) => eb.fn.countAll<number>().as("rows"));
    return Number((await counted.executeTakeFirstOrThrow()).rows);
  }

  async illFormed(): Promise<readonly number[]> {
    const found: number[] = [];
    for await (const { id, row } of everyWaiting(this.#db.read)) if (!row) found.push(id);
    return found;
  }

  async page(query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>> {
    const waiting = await this.#unsealed(query);
    const range = await numbersIn(this.#db, query);
    const { entries, total } = await pageOfBoth(query, page, waiting, (slice) =>
      sliceOf(this.#db, query, range, slice),
    );
    return pageOf(entries, total, page);
  }

  async *stream(query: AuditQuery): AsyncGenerator<readonly AuditEntry[]> {
    const waiting = await this.#unsealed(query);
    const range = await numbersIn(this.#db, query);
    if (query.descending && waiting.length > 0) yield waiting;
    for await (const rows of streamRows(this.#db, orderedEntries(this.#db, query, range))) yield rows.map(entryOf);
    if (!query.descending && waiting.length > 0) yield waiting;
  }

  async chains(): Promise<readonly AuditChain[]> {
    await this.#areSealed();
    const rows = await this.#db.read.selectFrom("audit_chains").selectAll().orderBy("chain").execute();
    return rows.map((row) => ({
      tenantId: tenantOfChain(row.chain),
      number: row.number,
      hash: row.hash,
      anchorNumber: row.anchor_number,
      anchorHash: row.anchor_hash,
    }));
  }

  async orphans(): Promise<readonly (TenantId | null)[]> {
    await this.#areSealed();
    const rows = await this.#db.read
      .selectFrom("audit_entries")
      .select("chain")
      .distinct()
      .where("chain", "not in", (chains) => chains.selectFrom("audit_chains").select("audit_chains.chain"))
      .orderBy("chain")
      .execute();
    return rows.map(({ chain }) => tenantOfChain(chain));
  }

  /** Entries that expire while we read move the anchor: what is missing then may only be older than it is now. */
  async verify(chain: AuditChain): Promise<ChainFault | undefined> {
    const fault = await this.#faultIn(chain);
    const now = fault && (await this.chains()).find(({ tenantId }) => tenantId === chain.tenantId);
    return now && now.anchorNumber !== chain.anchorNumber ? this.verify(now) : fault;
  }

  /**
   * Up to the end that was known before, everything has to be there. Entries that are written while we read move the end: it is
   * looked up again before anything is said to lie behind it, and may then be beyond what we are shown.
   */
  async #faultIn({ tenantId, anchorNumber, anchorHash, ...end }: AuditChain): Promise<ChainFault | undefined> {
    const chain = chainOf(tenantId);
    const query = this.#db.read.selectFrom("audit_entries").selectAll().where("chain", "=", chain).orderBy("number");
    let at: ChainEnd = { number: anchorNumber, hash: anchorHash };
    let newest: ChainEnd = end;
    for await (const rows of streamRows(this.#db, query)) {
      for (const row of rows) {
        if (row.number > newest.number) newest = (await this.#endOf(chain)) ?? newest;
        const problem = row.number > newest.number ? "beyond the end" : problemOf(row, at);
        if (problem) return { number: problem === "missing" ? at.number + 1 : row.number, problem };
        at = row;
        if (isAnother(at, end) || isAnother(at, newest)) return { number: at.number, problem: "not the end" };
      }
    }
    if (at.number < end.number) return { number: at.number + 1, problem: "missing" };
    return isAnother(at, end) ? { number: end.number, problem: "not the end" } : undefined;
  }

  async oldest({ tenantId }: AuditChain): Promise<EpochMs | undefined> {
    const row = await this.#db.read
      .selectFrom("audit_entries")
      .select("created_time")
      .where("chain", "=", chainOf(tenantId))
      .orderBy("number")
      .limit(1)
      .executeTakeFirst();
    return row && epochMs(row.created_time);
  }

  #endOf(chain: string): Promise<ChainEnd | undefined> {
    return this.#db.read
      .selectFrom("audit_chains")
      .select(["number", "hash"])
      .where("chain", "=", chain)
      .executeTakeFirst();
  }

  expire(chain: AuditChain, before: EpochMs, atMost: number): Promise<number> {
    return this.#db.transact(async (trx) => {
      const id = chainOf(chain.tenantId);
      const rows = await trx
        .selectFrom("audit_entries")
        .select(["number", "hash", "created_time"])
        .where("chain", "=", id)
        .orderBy("number")
        .limit(atMost)
        .execute();
      const kept = rows.findIndex((row) => row.created_time >= before);
      const expired = kept < 0 ? rows : rows.slice(0, kept);
      const last = expired.at(-1);
      if (!last) return 0;
      await trx
        .updateTable("audit_chains")
        .set({ anchor_number: last.number, anchor_hash: last.hash })
        .where("chain", "=", id)
        .execute();
      await trx.deleteFrom("audit_entries").where("chain", "=", id).where("number", "<=", last.number).execute();
      return expired.length;
    });
  }

  readonly #leave = async (running: RunningTransaction, entries: readonly AuditEntry[]): Promise<void> => {
    const rows = entries.map(unchainedRow);
    const byChain = Map.groupBy(rows, ({ chain }) => chain);
    for (const chain of [...byChain.keys()].toSorted())
      await this.#seals.makeRoom(chain, (tell) => running.afterCommit(tell));
    await leaveWaiting(running.trx, this.#db.kind, rows.map(canonical));
    running.afterCommit(() => {
      for (const [chain, own] of byChain) this.#seals.left(chain, own.length);
    });
  };

  /** Usually none. Where nothing can be written, or inside a transaction, those that wait are shown as they are [REL6]. */
  async #unsealed(query: AuditQuery): Promise<readonly AuditEntry[]> {
    return (await this.#areSealed()) ? [] : waitingEntries(this.#db, query);
  }

  /** A pass inside of a transaction would be that transaction's, and others wait for passes. */
  #areSealed(): Promise<boolean> {
    if (this.#db.running) return Promise.resolve(false);
    return this.#seals.seal().then(
      () => true,
      () => false,
    );
  }
}
