import { sql, type Transaction } from "kysely";
import type { Database } from "../../adapters/sql/database.ts";
import type { Tables } from "../../adapters/sql/tables.ts";
import { beginning, type Cursor, stages } from "../../adapters/telemetry-blocks/transfer/portions.ts";

/** In the PostgreSQL that is being filled, from the first thing there until the data folder is in its place. */
export const unfinishedTable = "unfinished_move";

export interface UnfinishedMove {
  readonly move: string;
  /** Entities and all are in: what is left is the data folder. */
  readonly isComplete: boolean;
  readonly cursor: Cursor;
}

interface Row {
  readonly move: string;
  readonly is_complete: boolean;
  readonly stage: string;
  readonly after: string;
}

export async function findUnfinished({ write }: Database): Promise<UnfinishedMove | undefined> {
  const found = await sql<{ there: boolean }>`select to_regclass(${unfinishedTable}) is not null as there`.execute(
    write,
  );
  if (!found.rows[0]?.there) return undefined;
  const { rows } = await sql<Row>`select move, is_complete, stage, after::text from unfinished_move`.execute(write);
  const [row] = rows;
  if (!row) return undefined;
  const stage = stages.find((known) => known === row.stage) ?? beginning.stage;
  return { move: row.move, isComplete: row.is_complete, cursor: { stage, after: Number(row.after) } };
}

export async function beginUnfinished(trx: Transaction<Tables>, move: string): Promise<UnfinishedMove> {
  await sql`create table unfinished_move (
    move text not null, is_complete boolean not null, stage text not null, after bigint not null)`.execute(trx);
  const { stage, after } = beginning;
  await sql`insert into unfinished_move values (${move}, false, ${stage}, ${after})`.execute(trx);
  return { move, isComplete: false, cursor: beginning };
}

export async function noteCursor(trx: Transaction<Tables>, { stage, after }: Cursor): Promise<void> {
  await sql`update unfinished_move set stage = ${stage}, after = ${after}`.execute(trx);
}

export async function noteComplete(trx: Transaction<Tables>): Promise<void> {
  await sql`update unfinished_move set is_complete = true`.execute(trx);
}

export async function forgetUnfinished({ write }: Database): Promise<void> {
  await sql`drop table if exists unfinished_move`.execute(write);
}
