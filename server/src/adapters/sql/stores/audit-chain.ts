import { CompiledQuery, type Kysely } from "kysely";
import type { AuditEntry } from "../../../core/audit/index.ts";
import type { Database } from "../database.ts";
import { SqlError } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { writeWithNext } from "../with-next.ts";
import { type AuditRow, firstHash, hashAfter, searchTextOf, unchainedRow } from "./audit-rows.ts";

/** The end of a chain: what the next entry follows. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
}

interface Addition {
  readonly chain: string;
  readonly entries: readonly AuditEntry[];
  /** Where the end was left, if this process wrote last. */
  readonly expected: ChainEnd | undefined;
}

/** A step of the chain: from its end to another one, with the rows in between. */
interface Step {
  readonly chain: string;
  readonly from: ChainEnd;
  readonly to: ChainEnd;
  readonly rows: readonly AuditRow[];
}

type Writer = Kysely<Tables>;

/**
 * Writes entries of one chain behind its end. Whoever comes second waits at the chain's row until the first has
 * committed. The end is `expected` to be where this process left it, which saves looking it up; where it is not, because
 * another process wrote, it is looked up after all.
 */
export async function appendToChain(trx: Writer, kind: Database["kind"], added: Addition): Promise<ChainEnd> {
  return kind === "sqlite" ? leaveForTheEnd(trx, added) : writeNow(trx, added);
}

/**
 * The one writer of the file goes on with its own transaction: the rows go out with the commit. Where the end is
 * elsewhere the transaction begins anew, and finds it.
 */
async function leaveForTheEnd(trx: Writer, { chain, entries, expected }: Addition): Promise<ChainEnd> {
  const step = stepFrom(expected ?? (await lockedEnd(trx, chain)), chain, entries);
  const { from, to, rows } = step;
  await trx.executeQuery(writeWithNext(moveEndSql, [to.number, to.hash, chain, from.hash], { mustChange: true }));
  await trx.executeQuery(writeWithNext(insertRowSql, rows.flatMap(valuesOf), { times: rows.length }));
  return to;
}

async function writeNow(trx: Writer, { chain, entries, expected }: Addition): Promise<ChainEnd> {
  if (expected) {
    const step = stepFrom(expected, chain, entries);
    if (await moveAndInsert(trx, step)) return step.to;
  }
  const step = stepFrom(await lockedEnd(trx, chain), chain, entries);
  if (await moveAndInsert(trx, step)) return step.to;
  throw new SqlError("overtaken", "another process wrote to the audit log");
}

function stepFrom(from: ChainEnd, chain: string, entries: readonly AuditEntry[]): Step {
  let { number, hash } = from;
  const rows = entries.map((entry) => {
    const row = unchainedRow(entry);
    hash = hashAfter(hash, row);
    return { ...row, number: ++number, hash, search_text: searchTextOf(row) };
  });
  return { chain, from, to: { number, hash }, rows };
}

/** One entry, as most changes have it, is one statement; false where the end is not where it was expected. */
async function moveAndInsert(trx: Writer, { chain, from, to, rows }: Step): Promise<boolean> {
  const [row] = rows;
  const move = [to.number, to.hash, chain, from.hash];
  if (row && rows.length === 1) {
    const { numAffectedRows } = await trx.executeQuery(
      CompiledQuery.raw(moveAndInsertSql, [...move, ...valuesOf(row)]),
    );
    return numAffectedRows === 1n;
  }
  const { numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(numbered(moveEndSql), move));
  if (numAffectedRows !== 1n) return false;
  await insertRows(trx, rows);
  return true;
}

const rowsPerStatement = 500;

async function insertRows(trx: Writer, rows: readonly AuditRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto("audit_entries")
      .values(rows.slice(at, at + rowsPerStatement))
      .execute();
  }
}

/** Waits for whoever is writing behind it; from here on nobody else does until the transaction ends. */
function lockedEnd(trx: Writer, chain: string): Promise<ChainEnd> {
  return trx
    .insertInto("audit_chains")
    .values({ chain, number: 0, hash: firstHash, anchor_number: 0, anchor_hash: firstHash })
    .onConflict((conflict) => conflict.column("chain").doUpdateSet((eb) => ({ chain: eb.ref("audit_chains.chain") })))
    .returning(["number", "hash"])
    .executeTakeFirstOrThrow();
}

// Put into words once: every change has an entry, and building a statement takes longer than hashing the entry.

const columnsInOrder: Readonly<Record<keyof AuditRow, true>> = {
  chain: true,
  number: true,
  id: true,
  created_time: true,
  user_id: true,
  user_name: true,
  address: true,
  via: true,
  action: true,
  entity_type: true,
  entity_id: true,
  entity_name: true,
  data: true,
  failure: true,
  count: true,
  hash: true,
  search_text: true,
};
const columns = Object.keys(columnsInOrder) as (keyof AuditRow)[];

const valuesOf = (row: AuditRow): unknown[] => columns.map((column) => row[column]);

const moveEndSql = `update audit_chains set number = ?, hash = ? where chain = ? and hash = ?`;
const intoEntries = `insert into audit_entries (${columns.map((column) => `"${column}"`).join(", ")})`;
const oneRow = columns.map(() => "?").join(", ");
const insertRowSql = `${intoEntries} values (${oneRow})`;

/** PostgreSQL counts its parameters. */
function numbered(sql: string): string {
  let parameter = 0;
  return sql.replaceAll("?", () => `$${++parameter}`);
}

const moveAndInsertSql = numbered(
  `with moved as (${moveEndSql} returning chain) ${intoEntries} select ${oneRow} from moved`,
);
