import { CompiledQuery, type Kysely } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { writeWithNext } from "../with-next.ts";
import { rowOfContent } from "./audit-content.ts";
import type { Unchained } from "./audit-rows.ts";

type Rows = Kysely<Tables>;

/** A stored entry that is not in its chain yet. */
export interface WaitingRow {
  readonly id: number;
  /** Undefined where somebody wrote what is no entry. */
  readonly row: Unchained | undefined;
}

/** More than these of one transaction do not go out with the commit but before it. */
const withCommitAtMost = 100;

const leaveSql = {
  sqlite: "insert into audit_waiting (content) values (?)",
  postgres: "insert into audit_waiting (content) values ($1)",
};
const leaveManySql = "insert into audit_waiting (content) select unnest($1::text[])";

/** With the commit of their change, in one message: it is all that the change pays for. */
export async function leaveWaiting(trx: Rows, kind: Database["kind"], contents: readonly string[]): Promise<void> {
  const isOneMessage = kind === "sqlite" || contents.length <= withCommitAtMost;
  const leave = isOneMessage
    ? writeWithNext(leaveSql[kind], contents, { times: contents.length })
    : CompiledQuery.raw(leaveManySql, [contents]);
  await trx.executeQuery(leave);
}

/** In the order in which they were left; on PostgreSQL locked, so that two who seal follow each other. */
export async function lockedWaiting(
  trx: Rows,
  kind: Database["kind"],
  after: number,
  atMost: number,
): Promise<WaitingRow[]> {
  const found = waiting(trx, after, atMost);
  return formed(await (kind === "postgres" ? found.forUpdate() : found).execute());
}

/** As anybody may look at them. */
export async function waitingAfter(db: Rows, after: number, atMost: number): Promise<WaitingRow[]> {
  return formed(await waiting(db, after, atMost).execute());
}

export async function* everyWaiting(db: Rows, atOnce = 500): AsyncGenerator<WaitingRow> {
  let after = 0;
  for (let full = true; full; ) {
    const rows = await waitingAfter(db, after, atOnce);
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    full = rows.length === atOnce;
  }
}

const forgetSql = "delete from audit_waiting where id = ?";
const forgetManySql = "delete from audit_waiting where id = any($1::bigint[])";

export async function forgetWaiting(trx: Rows, kind: Database["kind"], ids: readonly number[]): Promise<void> {
  const isSqlite = kind === "sqlite";
  const forget = isSqlite
    ? writeWithNext(forgetSql, ids, { times: ids.length, mustChange: true })
    : CompiledQuery.raw(forgetManySql, [ids]);
  await trx.executeQuery(forget);
}

const waiting = (db: Rows, after: number, atMost: number) =>
  db.selectFrom("audit_waiting").selectAll().where("id", ">", after).orderBy("id").limit(atMost);

const formed = (rows: readonly { readonly id: number; readonly content: string }[]): WaitingRow[] =>
  rows.map(({ id, content }) => ({ id, row: rowOfContent(content) }));
