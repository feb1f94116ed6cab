import { sql } from "kysely";
import type { ScopedDevice } from "../../../core/rules/index.ts";
import type { DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";

const devicesIn = (db: Database) =>
  db.read
    .selectFrom("devices")
    .leftJoin("projects", "projects.id", "devices.project_id")
    .select(["devices.id", "devices.tenant_id", "devices.type_id", "devices.project_id", "projects.path"]);

type Row = Awaited<ReturnType<ReturnType<typeof devicesIn>["execute"]>>[number];

const scopedOf = (row: Row): ScopedDevice => ({
  id: row.id as DeviceId,
  tenantId: row.tenant_id as TenantId,
  typeId: row.type_id as DeviceTypeId,
  projectId: row.project_id as ProjectId | null,
  projectIds: (row.path ?? "").split("/").filter((id) => id !== "") as ProjectId[],
});

/** Those of these devices that are there. */
export async function scopedDevices(db: Database, ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]> {
  const isAsked = isOneOf(db.kind, sql`devices.id`, ids);
  return (await devicesIn(db).where(isAsked).execute()).map(scopedOf);
}

export async function scopedDevicesAfter(
  db: Database,
  id: DeviceId | undefined,
  atMost: number,
): Promise<readonly ScopedDevice[]> {
  let query = devicesIn(db).orderBy("devices.id").limit(atMost);
  if (id !== undefined) query = query.where("devices.id", ">", id);
  return (await query.execute()).map(scopedOf);
}
