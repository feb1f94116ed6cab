import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export const hasPostgres = (): boolean => inject("postgresUrl") !== "";

/** A fresh, empty database on the test run's server; returns its address. */
export async function createPostgresDatabase(): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
