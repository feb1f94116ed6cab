import type { Kysely } from "kysely";
import type { AuditEntry } from "../../../core/audit/index.ts";
import { SqlError } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { type AuditRow, firstHash, hashAfter, searchTextOf, unchainedRow } from "./audit-rows.ts";

/** The end of a chain: what the next entry follows. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
}

const rowsPerStatement = 500;

/**
 * Writes entries of one chain behind its end. Whoever comes second waits at the chain's row until the first has
 * committed. Where there is one writer, the end is `expected` to be where we left it, and both statements go out at once:
 * each wait costs a change as much as the entry itself. Where it is not, because another process wrote, the whole
 * transaction begins anew.
 */
export async function appendToChain(
  trx: Kysely<Tables>,
  chain: string,
  entries: readonly AuditEntry[],
  expected: ChainEnd | undefined,
): Promise<ChainEnd> {
  const from = expected ?? (await lockedEnd(trx, chain));
  const rows = rowsAfter(from, entries);
  const { number, hash } = rows.at(-1) ?? from;
  const [moved, inserted] = await Promise.allSettled([
    moveEnd(trx, chain, from, { number, hash }),
    insertRows(trx, rows),
  ]);
  if (moved.status === "rejected") throw moved.reason;
  if (!moved.value) throw new SqlError("overtaken", "another process wrote to the audit log");
  if (inserted.status === "rejected") throw inserted.reason;
  return { number, hash };
}

async function insertRows(trx: Kysely<Tables>, rows: readonly AuditRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto("audit_entries")
      .values(rows.slice(at, at + rowsPerStatement))
      .execute();
  }
}

function rowsAfter(from: ChainEnd, entries: readonly AuditEntry[]): readonly AuditRow[] {
  let { number, hash } = from;
  return entries.map((entry) => {
    const row = unchainedRow(entry);
    hash = hashAfter(hash, row);
    return { ...row, number: ++number, hash, search_text: searchTextOf(row) };
  });
}

async function moveEnd(trx: Kysely<Tables>, chain: string, from: ChainEnd, to: ChainEnd): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("audit_chains")
    .set({ number: to.number, hash: to.hash })
    .where("chain", "=", chain)
    .where("hash", "=", from.hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function lockedEnd(trx: Kysely<Tables>, chain: string): Promise<ChainEnd> {
  await trx
    .insertInto("audit_chains")
    .values({ chain, number: 0, hash: firstHash, anchor_number: 0, anchor_hash: firstHash })
    .onConflict((conflict) => conflict.column("chain").doUpdateSet((eb) => ({ chain: eb.ref("audit_chains.chain") })))
    .execute();
  return trx.selectFrom("audit_chains").select(["number", "hash"]).where("chain", "=", chain).executeTakeFirstOrThrow();
}
