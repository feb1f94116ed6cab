import pg from "pg";
import type { PostgresServer } from "../../test/support/postgres-server.ts";

/** As it is set up by hand for such a machine; everything durable as PostgreSQL has it by default. */
export const serverSettings = ["max_connections=200", "shared_buffers=256MB", "max_wal_size=2GB"];

/** A database of its own for each side. */
export async function fresh(server: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
}
