import { Kysely } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { PostgresDialectWithSqlErrors } from "./postgres-dialect.ts";

const int8 = 20;

/** Our 64-bit columns hold milliseconds and counts, all far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
}

export async function openPostgres(
  options: PostgresOptions,
  onIdleError: (error: Error) => void = () => undefined,
): Promise<Database> {
  const pool = new pg.Pool({ connectionString: options.url, max: options.connections, types });
  pool.on("error", onIdleError); // an idle connection broke: the pool replaces it
  const db = new Kysely<Tables>({ dialect: new PostgresDialectWithSqlErrors({ pool, cursor: Cursor }) });
  return { kind: "postgres", read: db, write: db, close: () => db.destroy() };
}
