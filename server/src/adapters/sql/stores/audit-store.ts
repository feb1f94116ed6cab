import type { AuditChain, AuditEntry, AuditQuery, AuditStore, ChainFault } from "../../../core/audit/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { type Database, type RunningTransaction, streamRows } from "../database.ts";
import { appendToChain, type ChainEnd } from "./audit-chain.ts";
import { ChainEnds } from "./audit-ends.ts";
import { entriesIn, isByTimeOnly, type NumberRange, numbersIn } from "./audit-query.ts";
import { type AuditRow, chainOf, entryOf, hashAfter, searchTextOf, tenantOfChain } from "./audit-rows.ts";

/** What is wrong with a row that should follow this one. What searches look at is made of the rest, and not hashed. */
function problemOf(row: AuditRow, before: ChainEnd): "missing" | "changed" | undefined {
  if (row.number !== before.number + 1) return "missing";
  return hashAfter(before.hash, row) !== row.hash || searchTextOf(row) !== row.search_text ? "changed" : undefined;
}

/** Has the place of an end, and is not it. */
const isAnother = (at: ChainEnd, end: ChainEnd): boolean => at.number === end.number && at.hash !== end.hash;

export class SqlAuditStore implements AuditStore {
  readonly #db: Database;
  readonly #ends = new ChainEnds();

  constructor(db: Database) {
    this.#db = db;
  }

  async append(entry: AuditEntry): Promise<void> {
    const { running } = this.#db;
    if (running) running.atEnd(this.#write, entry);
    else await this.#db.transact(() => this.append(entry));
  }

  async page(query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>> {
    const range = await numbersIn(this.#db, query);
    if (range.last < range.first) return pageOf([], 0, page);
    if (isByTimeOnly(query)) return this.#pageOfNumbers(query, range, page);
    const matching = entriesIn(this.#db, query, range);
    const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const rows = await this.#ordered(query, range).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(rows.map(entryOf), Number(total), page);
  }

  async *stream(query: AuditQuery): AsyncGenerator<readonly AuditEntry[]> {
    const range = await numbersIn(this.#db, query);
    for await (const rows of streamRows(this.#db, this.#ordered(query, range))) yield rows.map(entryOf);
  }

  async chains(): Promise<readonly AuditChain[]> {
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

  /** Chains in their order, so that two who write to several wait for each other and not both at once. */
  readonly #write = async (running: RunningTransaction, entries: readonly AuditEntry[]): Promise<void> => {
    const byChain = Map.groupBy(entries, ({ tenantId }) => chainOf(tenantId));
    for (const [chain, own] of [...byChain].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const addition = { chain, entries: own, expected: this.#ends.take(chain, running) };
      const end = await appendToChain(running.trx, this.#db.kind, addition);
      running.afterCommit(() => this.#ends.remember(chain, end));
    }
  };

  /** Without other filters a page is a range of numbers, however far behind it lies. */
  async #pageOfNumbers(query: AuditQuery, { first, last }: NumberRange, page: PageRequest) {
    const [total, offset] = [last - first + 1, offsetOf(page)];
    const wanted = query.descending
      ? { first: Math.max(first, last - offset - page.limit + 1), last: last - offset }
      : { first: first + offset, last: Math.min(last, first + offset + page.limit - 1) };
    const rows = wanted.last < wanted.first ? [] : await this.#ordered(query, wanted).execute();
    return pageOf(rows.map(entryOf), total, page);
  }

  #ordered(query: AuditQuery, range: NumberRange) {
    return entriesIn(this.#db, query, range)
      .selectAll()
      .orderBy("number", query.descending ? "desc" : "asc");
  }
}
