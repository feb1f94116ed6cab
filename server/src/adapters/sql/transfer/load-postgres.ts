import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import { takeSteps } from "../migrations/migrate.ts";
import { leaseTable } from "../postgres/node-lease.ts";
import type { Tables } from "../tables.ts";
import { EntityFile, type EntityTable, quoted, type StoredValue } from "./entity-file.ts";

/** One statement holds no more than these: memory stays small here and in the server. */
const rowsAtOnce = 500;
const bytesAtOnce = 4 * 1024 * 1024;

/** Tables and views of the schema in use that a node would not put up with; those of extensions are nobody's data. */
export async function tablesInTheWay(db: Kysely<Tables>): Promise<string[]> {
  const query = sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and c.relname <> ${leaseTable}
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** Puts the entities of a `heliograph.db` into an empty PostgreSQL; nothing is there for others before the commit. */
export async function loadPostgres(trx: Transaction<Tables>, file: string): Promise<void> {
  using source = new EntityFile(file);
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await takeSteps(trx, "postgres", source.migrations());
  const references = await dropReferences(trx);
  for (const table of source.tables()) await loadTable(trx, source, table);
  for (const again of references) await trx.executeQuery(CompiledQuery.raw(again));
}

/** Checked once for all rows, and in no order of tables; returns the statements that bring them back. */
async function dropReferences(trx: Transaction<Tables>): Promise<string[]> {
  const query = sql<{ owner: string; name: string; definition: string }>`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;
  const { rows } = await query.execute(trx);
  for (const { owner, name } of rows) {
    await trx.executeQuery(CompiledQuery.raw(`alter table ${owner} drop constraint ${name}`));
  }
  return rows.map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`);
}

async function loadTable(trx: Transaction<Tables>, source: EntityFile, table: EntityTable): Promise<void> {
  for (const rows of batches(source.rows(table))) await insert(trx, table, rows);
  if (table.counter !== undefined) await setCounter(trx, table.name, table.counter, source.counterOf(table));
}

function* batches(rows: Iterable<StoredValue[]>): Generator<StoredValue[][]> {
  let [batch, bytes]: [StoredValue[][], number] = [[], 0];
  for (const row of rows) {
    batch.push(row);
    bytes += sizeOf(row);
    if (batch.length < rowsAtOnce && bytes < bytesAtOnce) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const sizeOf = (row: readonly StoredValue[]): number =>
  row.reduce<number>(
    (sum, value) => sum + (typeof value === "object" ? (value?.length ?? 0) : String(value).length),
    0,
  );

async function insert(trx: Transaction<Tables>, { name, columns }: EntityTable, rows: StoredValue[][]): Promise<void> {
  let last = 0;
  const places = rows.map((row) => `(${row.map(() => `$${++last}`).join(", ")})`).join(", ");
  const text = `insert into ${quoted(name)} (${columns.map(quoted).join(", ")}) values ${places}`;
  await trx.executeQuery(CompiledQuery.raw(text, rows.flat()));
}

async function setCounter(trx: Transaction<Tables>, table: string, column: string, last: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${Math.max(last, 1)}, ${last > 0})`.execute(trx);
}
