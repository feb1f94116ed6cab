import type { DeviceFilterNode } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { DeviceGroup, DeviceGroupStore } from "../../../core/device-groups/index.ts";
import type { DeviceGroupId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

/** Saved filters over devices [PRJ2]. */
export class SqlDeviceGroupStore implements DeviceGroupStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly DeviceGroup[]> {
    const rows = await this.#of(tenant).orderBy("name_key").execute();
    return rows.map(groupOf);
  }

  async find(tenant: TenantId, id: DeviceGroupId): Promise<DeviceGroup | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && groupOf(row);
  }

  async count(tenant: TenantId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("device_groups")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("tenant_id", "=", tenant)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async insert(group: DeviceGroup): Promise<"created" | "name-taken" | "no-such-tenant"> {
    try {
      await this.#db.write.insertInto("device_groups").values(rowOf(group)).execute();
      return "created";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  /** Of two who change one version, the second finds another one. */
  async update(group: DeviceGroup): Promise<"updated" | "changed" | "name-taken"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("device_groups")
        .set(rowOf(group))
        .where("id", "=", group.id)
        .where("version", "=", group.version - 1)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "updated" : "changed";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async remove(tenant: TenantId, id: DeviceGroupId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("device_groups")
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("device_groups").selectAll().where("tenant_id", "=", tenant);
  }
}

const rowOf = (group: DeviceGroup): Tables["device_groups"] => ({
  id: group.id,
  tenant_id: group.tenantId,
  name: group.name,
  name_key: foldCase(group.name),
  description: group.description,
  filter: JSON.stringify(group.filter),
  version: group.version,
  created_time: group.createdTime,
});

const groupOf = (row: Tables["device_groups"]): DeviceGroup => ({
  id: row.id as DeviceGroupId,
  tenantId: row.tenant_id as TenantId,
  name: row.name,
  description: row.description,
  filter: parseJsonText(row.filter) as DeviceFilterNode, // looked at when it is used
  version: row.version,
  createdTime: epochMs(row.created_time),
});
