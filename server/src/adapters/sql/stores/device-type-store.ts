import { sql, type Transaction } from "kysely";
import type {
  DeviceType,
  DeviceTypeContent,
  DeviceTypeInfo,
  DeviceTypeQuery,
  DeviceTypeStore,
  DeviceTypeText,
  NamedType,
  VersionedType,
} from "../../../core/device-types/index.ts";
import type { ReachedProjects } from "../../../core/projects/index.ts";
import type { DeviceTypeId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { inProjects } from "./device-query.ts";
import { contentColumns, infoColumns, infoOf, typeOf, typeRow, typeTextOf } from "./device-type-rows.ts";
import { typesLeft } from "./ensure-types.ts";
import { lockTenant } from "./row-locks.ts";

export class SqlDeviceTypeStore implements DeviceTypeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async create(
    type: DeviceType,
    atMost = Number.MAX_SAFE_INTEGER,
  ): Promise<"created" | "name-taken" | "full" | "no-such-tenant"> {
    try {
      return await this.#db.transact(async (trx) => {
        if ((await typesLeft(trx, type.tenantId, atMost)) === 0) return "full";
        await trx.insertInto("device_types").values(typeRow(type)).execute();
        return "created";
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async update(
    tenant: TenantId,
    id: DeviceTypeId,
    content: DeviceTypeContent,
    version: number | undefined,
  ): Promise<"updated" | "name-taken" | "not-found" | "stale"> {
    try {
      const ours = this.#db.write
        .updateTable("device_types")
        .set((eb) => ({ ...contentColumns(content), version: eb("version", "+", 1) }))
        .where("tenant_id", "=", tenant)
        .where("id", "=", id);
      const { numUpdatedRows } = await (version === undefined
        ? ours
        : ours.where("version", "=", version)
      ).executeTakeFirst();
      if (numUpdatedRows > 0n) return "updated";
      return (await this.findInfo(tenant, id)) ? "stale" : "not-found";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async find(tenant: TenantId, id: DeviceTypeId): Promise<DeviceType | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && typeOf(row);
  }

  async findText(tenant: TenantId, id: DeviceTypeId): Promise<DeviceTypeText | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && typeTextOf(row);
  }

  hold(tenant: TenantId, id: DeviceTypeId): Promise<DeviceType | undefined> {
    return this.#db.transact(async (trx) => {
      await this.#held(trx, tenant, id);
      return this.find(tenant, id);
    });
  }

  holdNamed(tenant: TenantId, name: string): Promise<NamedType | undefined> {
    return this.#db.transact(async (trx) => {
      await lockTenant(trx, tenant);
      const query = trx.selectFrom("device_types").select(["id", "name"]).where("tenant_id", "=", tenant);
      const row = await query.where("name", "=", name).executeTakeFirst();
      return row && { id: row.id as DeviceTypeId, name: row.name };
    });
  }

  async findInfo(
    tenant: TenantId,
    id: DeviceTypeId,
    countedIn: ReachedProjects = "all",
  ): Promise<DeviceTypeInfo | undefined> {
    const row = await this.#infos(tenant, countedIn).where("id", "=", id).executeTakeFirst();
    return row && infoOf(row);
  }

  async projectCount(tenant: TenantId, id: DeviceTypeId, countedIn: ReachedProjects): Promise<number> {
    const { projects } = await this.#db.read
      .selectFrom("devices")
      .select((eb) => eb.fn.count<number>("project_id").distinct().as("projects"))
      .where("tenant_id", "=", tenant)
      .where("type_id", "=", id)
      .$if(countedIn !== "all", (all) => all.where(inProjects(this.#db, countedIn === "all" ? new Set() : countedIn)))
      .executeTakeFirstOrThrow();
    return Number(projects);
  }

  async findDefault(tenant: TenantId, countedIn: ReachedProjects = "all"): Promise<DeviceTypeInfo | undefined> {
    const row = await this.#infos(tenant, countedIn).where("is_default", "=", 1).executeTakeFirst();
    return row && infoOf(row);
  }

  async versions(tenant: TenantId, atMost: number): Promise<readonly VersionedType[]> {
    const types = this.#db.read.selectFrom("device_types").select(["id", "version"]).where("tenant_id", "=", tenant);
    const rows = await types.orderBy("name_key").orderBy("id").limit(atMost).execute();
    return rows.map(({ id, version }) => ({ id: id as DeviceTypeId, version: Number(version) }));
  }

  async count(query: DeviceTypeQuery): Promise<number> {
    const all = this.#db.read.selectFrom("device_types").where("tenant_id", "=", query.tenantId);
    const { total } = await (query.textSearch ? all.where(this.#contains(query.textSearch)) : all)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async page(query: DeviceTypeQuery, page: PageRequest): Promise<readonly DeviceTypeInfo[]> {
    return (await this.#ordered(query).limit(page.limit).offset(offsetOf(page)).execute()).map(infoOf);
  }

  async *stream(query: DeviceTypeQuery): AsyncGenerator<readonly DeviceTypeInfo[]> {
    for await (const rows of streamRows(this.#db, this.#ordered(query))) yield rows.map(infoOf);
  }

  makeDefault(tenant: TenantId, id: DeviceTypeId): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      const ofTenant = trx.updateTable("device_types").where("tenant_id", "=", tenant);
      await lockTenant(trx, tenant); // of two at once, the second finds the first's default
      if (!(await this.#held(trx, tenant, id))) return false;
      await ofTenant.set({ is_default: 0 }).where("is_default", "=", 1).execute();
      await ofTenant.set({ is_default: 1 }).where("id", "=", id).execute();
      return true;
    });
  }

  /** Held first: a device that is about to be of this type waits, and then finds it gone or is counted. */
  remove(tenant: TenantId, id: DeviceTypeId): Promise<"removed" | "not-found" | "is-default" | { devices: number }> {
    return this.#db.transact(async (trx) => {
      const row = await this.#held(trx, tenant, id);
      if (!row) return "not-found";
      if (row.is_default === 1) return "is-default";
      const { devices } = await trx
        .selectFrom("devices")
        .select((eb) => eb.fn.countAll<number>().as("devices"))
        .where("type_id", "=", id)
        .executeTakeFirstOrThrow();
      if (Number(devices) > 0) return { devices: Number(devices) };
      await trx.deleteFrom("device_types").where("id", "=", id).execute();
      return "removed";
    });
  }

  #held(trx: Transaction<Tables>, tenant: TenantId, id: DeviceTypeId) {
    const query = trx.selectFrom("device_types").select("is_default").where("tenant_id", "=", tenant);
    return (this.#db.kind === "postgres" ? query.forUpdate() : query).where("id", "=", id).executeTakeFirst();
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("device_types").selectAll().where("tenant_id", "=", tenant);
  }

  #infos(tenant: TenantId, countedIn: ReachedProjects) {
    return this.#db.read
      .selectFrom("device_types")
      .select(infoColumns)
      .select((eb) =>
        eb
          .selectFrom("devices")
          .select((devices) => devices.fn.countAll<number>().as("count"))
          .whereRef("devices.type_id", "=", "device_types.id")
          .$if(countedIn !== "all", (all) =>
            all.where(inProjects(this.#db, countedIn === "all" ? new Set() : countedIn)),
          )
          .as("device_count"),
      )
      .where("tenant_id", "=", tenant);
  }

  #ordered(query: DeviceTypeQuery) {
    const all = this.#infos(query.tenantId, query.countedIn);
    const direction = query.descending ? "desc" : "asc";
    return (query.textSearch ? all.where(this.#contains(query.textSearch)) : all)
      .orderBy(query.sortProperty === "name" ? "name_key" : "created_time", direction)
      .orderBy("id", direction);
  }

  #contains(text: string) {
    return this.#db.kind === "sqlite"
      ? sql<boolean>`instr(name_key, ${foldCase(text)}) > 0`
      : sql<boolean>`strpos(name_key, ${foldCase(text)}) > 0`;
  }
}
