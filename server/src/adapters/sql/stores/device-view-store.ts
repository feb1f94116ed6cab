import type { DeviceViewLook } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { DeviceView, DeviceViewStore } from "../../../core/device-views/index.ts";
import type { DeviceViewId, ProjectId, TenantId, UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

/** Saved looks at the list of devices. */
export class SqlDeviceViewStore implements DeviceViewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId, user: UserId): Promise<readonly DeviceView[]> {
    const seen = this.#of(tenant).where((eb) => eb.or([eb("is_shared", "=", 1), eb("owner_id", "=", user)]));
    return (await seen.selectAll().orderBy("name_key").orderBy("id").execute()).map(viewOf);
  }

  async find(tenant: TenantId, id: DeviceViewId): Promise<DeviceView | undefined> {
    const row = await this.#of(tenant).selectAll().where("id", "=", id).executeTakeFirst();
    return row && viewOf(row);
  }

  async count(tenant: TenantId, of: UserId | "shared"): Promise<number> {
    const all = this.#of(tenant).select((eb) => eb.fn.countAll<number>().as("total"));
    const some =
      of === "shared" ? all.where("is_shared", "=", 1) : all.where("is_shared", "=", 0).where("owner_id", "=", of);
    return Number((await some.executeTakeFirstOrThrow()).total);
  }

  async insert(view: DeviceView): Promise<"created" | "gone"> {
    try {
      await this.#db.write.insertInto("device_views").values(rowOf(view)).execute();
      return "created";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  /** Of two who change one version, the second finds another one. */
  async update(view: DeviceView): Promise<"updated" | "changed" | "gone"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("device_views")
        .set(rowOf(view))
        .where("id", "=", view.id)
        .where("tenant_id", "=", view.tenantId)
        .where("version", "=", view.version - 1)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "updated" : "changed";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async remove(tenant: TenantId, id: DeviceViewId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("device_views")
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("device_views").where("tenant_id", "=", tenant);
  }
}

const rowOf = (view: DeviceView): Tables["device_views"] => ({
  id: view.id,
  tenant_id: view.tenantId,
  project_id: view.projectId,
  owner_id: view.ownerId,
  is_shared: view.isShared ? 1 : 0,
  name: view.name,
  name_key: foldCase(view.name),
  look: JSON.stringify(view.look),
  version: view.version,
  created_time: view.createdTime,
});

const viewOf = (row: Tables["device_views"]): DeviceView => ({
  id: row.id as DeviceViewId,
  tenantId: row.tenant_id as TenantId,
  projectId: row.project_id as ProjectId | null,
  ownerId: row.owner_id as UserId | null,
  isShared: row.is_shared === 1,
  name: row.name,
  look: parseJsonText(row.look) as DeviceViewLook, // looked at when it is used
  version: row.version,
  createdTime: epochMs(row.created_time),
});
