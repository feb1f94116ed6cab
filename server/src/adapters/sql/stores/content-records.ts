import { sql, type Transaction } from "kysely";
import type { ContentRecords, ReleasedContent } from "../../../core/files/index.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export class SqlContentRecords implements ContentRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async newestRelease(): Promise<number> {
    const row = await this.#db.read
      .selectFrom("released_contents")
      .select((eb) => eb.fn.max<number | null>("id").as("newest"))
      .executeTakeFirstOrThrow();
    return Number(row.newest ?? 0);
  }

  async released(after: number, upTo: number, limit: number): Promise<readonly ReleasedContent[]> {
    return this.#db.read
      .selectFrom("released_contents")
      .select(["id", "sha256"])
      .where("id", ">", after)
      .where("id", "<=", upTo)
      .orderBy("id")
      .limit(limit)
      .execute();
  }

  async strikeReleased(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#db.write.deleteFrom("released_contents").where("id", "in", ids).execute();
  }

  async amongReleased(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    const query = this.#db.read.selectFrom("released_contents").select("sha256").where("sha256", "in", hashes);
    return new Set((await query.execute()).map(({ sha256 }) => sha256));
  }

  async addStrays(hashes: readonly string[], foundTime: EpochMs): Promise<readonly string[]> {
    if (hashes.length === 0) return [];
    const added = await this.#db.write
      .insertInto("stray_contents")
      .values(hashes.map((sha256) => ({ sha256, found_time: foundTime })))
      .onConflict((conflict) => conflict.column("sha256").doNothing())
      .returning("sha256")
      .execute();
    return added.map(({ sha256 }) => sha256);
  }

  async strays(foundBefore: EpochMs, after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#db.read
      .selectFrom("stray_contents")
      .select("sha256")
      .where("found_time", "<=", foundBefore)
      .where("sha256", ">", after)
      .orderBy("sha256")
      .limit(limit)
      .execute();
    return rows.map(({ sha256 }) => sha256);
  }

  async strikeStrays(hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await this.#db.write.deleteFrom("stray_contents").where("sha256", "in", hashes).execute();
  }
}

/** Within the transaction that takes these contents from files: what nobody has any more is to go [RUN10]. */
export async function recordReleased(trx: Transaction<Tables>, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await trx
    .insertInto("released_contents")
    .values(hashes.map((sha256) => ({ sha256 })))
    .execute();
}

/** Within the transaction that removes the devices `of` a tenant, or one of them. */
export async function releaseContentsOf(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  of: { readonly tenant: string; readonly device?: string },
): Promise<void> {
  const one = of.device === undefined ? sql`` : sql` and id = ${of.device}`;
  const devices = sql`select id from devices where tenant_id = ${of.tenant}${one}`;
  // A file that arrives meanwhile would go with its device without being on the list; SQLite has one writer anyway.
  if (kind === "postgres") await sql`${devices} for update`.execute(trx);
  await sql`insert into released_contents (sha256)
    select sha256 from files where sha256 is not null and device_id in (${devices})`.execute(trx);
  if (of.device !== undefined) return;
  await sql`insert into released_contents (sha256)
    select sha256 from report_files where sha256 is not null and tenant_id = ${of.tenant}`.execute(trx);
}
