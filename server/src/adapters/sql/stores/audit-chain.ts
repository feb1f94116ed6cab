import type { Kysely } from "kysely";
import type { AuditEntry } from "../../../core/audit/index.ts";
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
 * committed. `expected` spares looking where the end is; where it is not there any more, we look.
 */
export async function appendToChain(
  trx: Kysely<Tables>,
  chain: string,
  entries: readonly AuditEntry[],
  expected: ChainEnd | undefined,
): Promise<ChainEnd> {
  const from = expected ?? (await endOf(trx, chain));
  const rows = rowsAfter(from, entries);
  const end = rows.at(-1) ?? from;
  if (!(await moveEnd(trx, chain, from, end))) return appendToChain(trx, chain, entries, undefined);
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto("audit_entries")
      .values(rows.slice(at, at + rowsPerStatement))
      .execute();
  }
  return { number: end.number, hash: end.hash };
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

async function endOf(trx: Kysely<Tables>, chain: string): Promise<ChainEnd> {
  await trx
    .insertInto("audit_chains")
    .values({ chain, number: 0, hash: firstHash, anchor_number: 0, anchor_hash: firstHash })
    .onConflict((conflict) => conflict.column("chain").doNothing())
    .execute();
  return trx.selectFrom("audit_chains").select(["number", "hash"]).where("chain", "=", chain).executeTakeFirstOrThrow();
}
