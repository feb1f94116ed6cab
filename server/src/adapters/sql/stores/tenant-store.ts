import type { Transaction } from "kysely";
import { defaultTypeName } from "../../../core/device-types/index.ts";
import type { Tenant, TenantStore } from "../../../core/tenants/index.ts";
import type { TenantId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type Clock, epochMs, systemClock } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { hasAlikeName } from "./alike-names.ts";
import { releaseContentsOf } from "./content-records.ts";
import { bareTypeRow } from "./ensure-types.ts";
import { putOnForgetList } from "./points-to-forget.ts";
import { lockUser } from "./row-locks.ts";

interface Row {
  id: string;
  name: string;
  created_time: number;
}

export class SqlTenantStore implements TenantStore {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock = systemClock) {
    this.#db = db;
    this.#clock = clock;
  }

  async create(tenant: Tenant): Promise<"created" | "name-taken"> {
    try {
      await this.#db.transact((trx) => insertTenant(trx, tenant));
      return "created";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async find(id: TenantId): Promise<Tenant | undefined> {
    const row = await this.#select().where("id", "=", id).executeTakeFirst();
    return row && tenantOf(row);
  }

  async findByName(name: string): Promise<Tenant | undefined> {
    const row = await this.#select().where("name_key", "=", foldCase(name)).executeTakeFirst();
    return row && tenantOf(row);
  }

  hasAlike(name: string): Promise<boolean> {
    return hasAlikeName(this.#db, "tenants", name);
  }

  async list(page: PageRequest): Promise<Page<Tenant>> {
    const total = await this.#count();
    const rows = await this.#ordered().limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(rows.map(tenantOf), total, page);
  }

  async *stream(): AsyncGenerator<readonly Tenant[]> {
    for await (const rows of streamRows(this.#db, this.#ordered())) yield rows.map(tenantOf);
  }

  async #count(): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("tenants")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async rename(id: TenantId, name: string): Promise<"renamed" | "name-taken" | "not-found"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("tenants")
        .set({ name, name_key: foldCase(name) })
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "renamed" : "not-found";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  remove(id: TenantId): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      await this.#keepNewDevicesOut(trx, id);
      const users = trx.selectFrom("assignments").select("user_id").where("tenant_id", "=", id);
      for (const { user_id } of await users.orderBy("user_id").execute()) await lockUser(trx, user_id as UserId);
      await trx
        .deleteFrom("users")
        .where("id", "in", users)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("assignments as other")
                .select("other.id")
                .whereRef("other.user_id", "=", "users.id")
                .where((eb) => eb.or([eb("other.tenant_id", "!=", id), eb("other.tenant_id", "is", null)])),
            ),
          ),
        )
        .execute();
      await putOnForgetList(trx, { tenant: id }, this.#clock());
      await releaseContentsOf(trx, this.#db.kind, { tenant: id });
      await trx.deleteFrom("devices").where("tenant_id", "=", id).execute(); // before their types go
      const removed = await trx.deleteFrom("tenants").where("id", "=", id).executeTakeFirst();
      return removed.numDeletedRows > 0n;
    });
  }

  /** A device created meanwhile would go with its tenant without being on the list; SQLite has one writer anyway. */
  async #keepNewDevicesOut(trx: Transaction<Tables>, id: TenantId): Promise<void> {
    if (this.#db.kind === "postgres")
      await trx.selectFrom("tenants").select("id").where("id", "=", id).forUpdate().execute();
  }

  #select() {
    return this.#db.read.selectFrom("tenants").select(["id", "name", "created_time"]);
  }

  #ordered() {
    return this.#select().orderBy("name_key").orderBy("id");
  }
}

/** A tenant begins with a type for devices whose creator names none [TYP1]. */
async function insertTenant(trx: Transaction<Tables>, tenant: Tenant): Promise<void> {
  const { id, name, createdTime } = tenant;
  await trx
    .insertInto("tenants")
    .values({ id, name, name_key: foldCase(name), created_time: createdTime })
    .execute();
  await trx
    .insertInto("device_types")
    .values(bareTypeRow(id, defaultTypeName, createdTime, true))
    .execute();
}

const tenantOf = (row: Row): Tenant => ({
  id: row.id as TenantId,
  name: row.name,
  createdTime: epochMs(row.created_time),
});
