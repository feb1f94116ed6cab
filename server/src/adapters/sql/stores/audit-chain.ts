import { CompiledQuery, type Kysely } from "kysely";
import type { Database } from "../database.ts";
import { SqlError } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { writeWithNext } from "../with-next.ts";
import { type AuditRow, firstHash, hashAfter, searchTextOf, type Unchained } from "./audit-rows.ts";

/** The end of a chain: what the next entry follows. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
}

/** A step of a chain: from its end to another one, with the rows in between. */
interface Step {
  readonly chain: string;
  readonly from: ChainEnd;
  readonly to: ChainEnd;
  readonly rows: readonly AuditRow[];
}

type Writer = Kysely<Tables>;

/**
 * Writes entries behind the ends of their chains, those of each in this order. Whoever comes second waits at the chain's row
 * until the first has committed; chains are taken in their order, so that two wait for each other and not both at once.
 */
export async function appendToChains(
  trx: Writer,
  kind: Database["kind"],
  entries: readonly Unchained[],
): Promise<void> {
  const byChain = Map.groupBy(entries, ({ chain }) => chain);
  const chains = [...byChain.keys()].toSorted();
  const ends = new Map((await lockedEnds(trx, chains)).map((end) => [end.chain, end]));
  const steps = chains.map((chain) => stepFrom(ends.get(chain), chain, byChain.get(chain) ?? []));
  await (kind === "sqlite" ? leaveForTheEnd : writeNow)(trx, steps);
}

function stepFrom(from: ChainEnd | undefined, chain: string, entries: readonly Unchained[]): Step {
  if (!from) throw new Error(`the end of the chain ${chain} was not given`);
  let { number, hash } = from;
  const rows = entries.map((row) => {
    hash = hashAfter(hash, row);
    return { ...row, number: ++number, hash, search_text: searchTextOf(row) };
  });
  return { chain, from, to: { number, hash }, rows };
}

/** The one writer of the file goes on with its own transaction: what is written goes out with the commit. */
async function leaveForTheEnd(trx: Writer, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await trx.executeQuery(writeWithNext(moveEndSql, valuesOfMove(step), { mustChange: true }));
  const rows = steps.flatMap((step) => step.rows);
  await trx.executeQuery(writeWithNext(insertRowSql, rows.flatMap(valuesOf), { times: rows.length }));
}

async function writeNow(trx: Writer, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const { numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(moveEndCounted, valuesOfMove(step)));
    if (numAffectedRows !== 1n) throw new SqlError("overtaken", "another process wrote to the audit log");
  }
  const rows = steps.flatMap((step) => step.rows);
  await trx.executeQuery(CompiledQuery.raw(insertRowsSql, [JSON.stringify(rows)]));
}

/** Waits for whoever is writing behind them; from here on nobody else does until the transaction ends. */
function lockedEnds(trx: Writer, chains: readonly string[]): Promise<(ChainEnd & { readonly chain: string })[]> {
  const begun = { number: 0, hash: firstHash, anchor_number: 0, anchor_hash: firstHash };
  return trx
    .insertInto("audit_chains")
    .values(chains.map((chain) => ({ chain, ...begun })))
    .onConflict((conflict) => conflict.column("chain").doUpdateSet((eb) => ({ chain: eb.ref("audit_chains.chain") })))
    .returning(["chain", "number", "hash"])
    .execute();
}

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
const valuesOfMove = ({ chain, from, to }: Step): unknown[] => [to.number, to.hash, chain, from.hash];

const moveEndSql = "update audit_chains set number = ?, hash = ? where chain = ? and hash = ?";
const moveEndCounted = "update audit_chains set number = $1, hash = $2 where chain = $3 and hash = $4";
const names = columns.map((column) => `"${column}"`).join(", ");
const insertRowSql = `insert into audit_entries (${names}) values (${columns.map(() => "?").join(", ")})`;
/** All rows are one parameter: putting thousands of them into words takes longer than writing them. */
const insertRowsSql = `insert into audit_entries (${names}) select ${names} from json_populate_recordset(null::audit_entries, $1::json)`;
