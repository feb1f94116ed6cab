import type { WeeklyRecurrence } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { MaintenanceWindow, MaintenanceWindowStore } from "../../../core/alarms/index.ts";
import type { DeviceId, DeviceTypeId, MaintenanceWindowId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

export class SqlMaintenanceWindowStore implements MaintenanceWindowStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly MaintenanceWindow[]> {
    const rows = await this.#windows(tenant)
      .orderBy("maintenance_windows.name_key")
      .orderBy("maintenance_windows.id")
      .execute();
    return rows.map(windowOf);
  }

  async find(tenant: TenantId, id: MaintenanceWindowId): Promise<MaintenanceWindow | undefined> {
    const row = await this.#windows(tenant).where("maintenance_windows.id", "=", id).executeTakeFirst();
    return row && windowOf(row);
  }

  /** Two who plan the last one at once meet at the tenant. */
  async insert(window: MaintenanceWindow, atMost: number): Promise<"created" | "full" | "gone"> {
    try {
      return await this.#db.transact(async (trx) => {
        await lockTenant(trx, window.tenantId);
        const { total } = await trx
          .selectFrom("maintenance_windows")
          .select((eb) => eb.fn.countAll<number>().as("total"))
          .where("tenant_id", "=", window.tenantId)
          .executeTakeFirstOrThrow();
        if (Number(total) >= atMost) return "full";
        await trx.insertInto("maintenance_windows").values(windowRow(window)).execute();
        return "created";
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async update(window: MaintenanceWindow): Promise<"updated" | "gone"> {
    try {
      const row = windowRow(window);
      await this.#db.write.updateTable("maintenance_windows").set(row).where("id", "=", window.id).execute();
      return "updated";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async remove(window: MaintenanceWindow): Promise<void> {
    await this.#db.write.deleteFrom("maintenance_windows").where("id", "=", window.id).execute();
  }

  #windows(tenant: TenantId) {
    return this.#db.read
      .selectFrom("maintenance_windows")
      .leftJoin("devices", "devices.id", "maintenance_windows.device_id")
      .selectAll("maintenance_windows")
      .select("devices.project_id as device_project_id")
      .where("maintenance_windows.tenant_id", "=", tenant);
  }
}

const windowRow = (window: MaintenanceWindow): Tables["maintenance_windows"] => ({
  id: window.id,
  tenant_id: window.tenantId,
  name: window.name,
  name_key: foldCase(window.name),
  description: window.description,
  start_ts: window.startTs,
  end_ts: window.endTs,
  recurrence: window.recurrence && JSON.stringify(window.recurrence),
  device_id: window.deviceId,
  project_id: window.projectId,
  type_id: window.deviceTypeId,
  alarm_type: window.alarmType,
  created_time: window.createdTime,
});

const windowOf = (row: Tables["maintenance_windows"] & { device_project_id: string | null }): MaintenanceWindow => ({
  id: row.id as MaintenanceWindowId,
  tenantId: row.tenant_id as TenantId,
  name: row.name,
  description: row.description,
  startTs: epochMs(row.start_ts),
  endTs: row.end_ts === null ? null : epochMs(row.end_ts),
  recurrence: row.recurrence === null ? null : (parseJsonText(row.recurrence) as WeeklyRecurrence),
  deviceId: row.device_id as DeviceId | null,
  projectId: row.project_id as ProjectId | null,
  deviceTypeId: row.type_id as DeviceTypeId | null,
  alarmType: row.alarm_type,
  createdTime: epochMs(row.created_time),
  deviceProjectId: row.device_project_id as ProjectId | null,
});
