import { type RawBuilder, sql } from "kysely";
import type { DeviceIndex, FetchedIds, StoredCondition } from "../../../core/device-groups/index.ts";
import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId, DeviceTypeId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { fetchedIds, joinedIds } from "./id-texts.ts";
import { type Selection, selectionOf } from "./stored-conditions.ts";

/** Devices by what the store knows of them; each condition is answered by one range of an index. */
export class SqlDeviceIndex implements DeviceIndex {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async count(tenant: TenantId, condition: StoredCondition, atMost: number): Promise<number> {
    const { table, where } = selectionOf(this.#db.kind, tenant, condition);
    const some = sql`select 1 as found from ${table} where ${where} limit ${sql.lit(atMost)}`;
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as counted`.execute(
      this.#db.read,
    );
    return Number(rows[0]?.total ?? 0);
  }

  async fetch(tenant: TenantId, condition: StoredCondition): Promise<FetchedIds> {
    const { table, id, where } = selectionOf(this.#db.kind, tenant, condition);
    return this.#idsOf(sql`select ${joinedIds(this.#db.kind, id)} as ids from ${table} where ${where}`);
  }

  async lookUp(tenant: TenantId, condition: StoredCondition, ids: IdSet<DeviceId>): Promise<IdSet<DeviceId>> {
    if (ids.size === 0) return new IdSet();
    const found = this.#lookedUp(selectionOf(this.#db.kind, tenant, condition), JSON.stringify([...ids]));
    return (await this.#idsOf(found)).among(undefined);
  }

  async knownTypes(tenant: TenantId, ids: readonly DeviceTypeId[]): Promise<readonly DeviceTypeId[]> {
    const rows = await this.#db.read
      .selectFrom("device_types")
      .select("id")
      .where("tenant_id", "=", tenant)
      .where("id", "in", [...ids])
      .execute();
    return rows.map((row) => row.id as DeviceTypeId);
  }

  /** SQLite is told to begin with the ids: by itself it may read the whole range of the condition. */
  #lookedUp({ table, id, where }: Selection, ids: string): RawBuilder<{ ids: string | null }> {
    const list = joinedIds(this.#db.kind, id);
    return this.#db.kind === "sqlite"
      ? sql`select ${list} as ids from json_each(${ids}) as wanted cross join ${table} on ${id} = wanted.value where ${where}`
      : sql`select ${list} as ids from ${table}
          where ${where} and ${id} in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`;
  }

  async #idsOf(query: RawBuilder<unknown>): Promise<FetchedIds> {
    const { rows } = await (query as RawBuilder<{ ids: string | null }>).execute(this.#db.read);
    return fetchedIds(rows[0]?.ids ?? "");
  }
}
