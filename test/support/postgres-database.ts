import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { isLongRun } from "../switches.ts";

export const hasPostgres = (): boolean => inject("postgresDesk") !== 0;

let asked: Promise<string> | undefined;

/** The address of the test run's server, which is started for the first who asks. */
async function serverUrl(): Promise<string> {
  const reply: { url?: string; error?: string } = JSON.parse(await text(connect(inject("postgresDesk"), "127.0.0.1")));
  if (reply.url === undefined) throw new Error(`PostgreSQL did not start: ${reply.error}`);
  return reply.url;
}

/** A fresh, empty database on the test run's server; returns its address. */
export const createPostgresDatabase = (): Promise<string> => created("");

/**
 * A fresh database with every step taken and nothing in it: a copy of the one that the first who asks makes, at a sixth
 * of what the steps cost. They are told by `migrations.test.ts`, by every node that finds an empty one, and by all in the
 * long run.
 */
export async function createMigratedDatabase(): Promise<string> {
  if (isLongRun()) return createPostgresDatabase();
  copied ??= makeModel();
  await copied;
  return created(`template ${model} strategy file_copy`); // not through the log: a third of the work
}

const model = "migrated_model";
/** Whoever makes it holds this: other processes of the run wait for it. */
const modelLock = 4711;
let copied: Promise<void> | undefined;

async function makeModel(): Promise<void> {
  const url = await address();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [modelLock]);
  const { rowCount } = await client.query("select from pg_database where datname = $1", [model]);
  if (rowCount === 0) await putModel(client, url);
  await client.end();
}

/** Under its name when it is whole. */
async function putModel(client: pg.Client, url: URL): Promise<void> {
  const unfinished = nameOfOne();
  await client.query(`create database ${unfinished}`);
  url.pathname = `/${unfinished}`;
  const database = await openPostgres({ url: url.href, connections: 1 });
  await migrate(database);
  await database.close();
  await client.query(`alter database ${unfinished} rename to ${model}`);
}

async function created(from: string): Promise<string> {
  const url = await address();
  const name = nameOfOne();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name} ${from}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

async function address(): Promise<URL> {
  asked ??= serverUrl();
  return new URL(await asked);
}

const nameOfOne = (): string => `test_${randomBytes(6).toString("hex")}`;
