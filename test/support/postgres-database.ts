import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";

export const hasPostgres = (): boolean => inject("postgresDesk") !== 0;

let asked: Promise<string> | undefined;

/** The address of the test run's server, which is started for the first who asks. */
async function serverUrl(): Promise<string> {
  const reply: { url?: string; error?: string } = JSON.parse(await text(connect(inject("postgresDesk"), "127.0.0.1")));
  if (reply.url === undefined) throw new Error(`PostgreSQL did not start: ${reply.error}`);
  return reply.url;
}

/** A fresh, empty database on the test run's server; returns its address. */
export async function createPostgresDatabase(): Promise<string> {
  asked ??= serverUrl();
  const url = new URL(await asked);
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
