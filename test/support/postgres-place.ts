import pg from "pg";
import { createPostgresDatabase } from "./postgres-database.ts";

let database: Promise<string> | undefined;
let places = 0;

/** An empty schema in a database that the places of one test file share: made in a moment. Returns its address. */
export async function freshPostgresPlace(): Promise<string> {
  database ??= createPostgresDatabase();
  const url = new URL(await database);
  const name = `place_${++places}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create schema ${name}`);
  await client.end();
  url.searchParams.set("options", `-c search_path=${name}`);
  return url.href;
}
