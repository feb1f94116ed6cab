import { sql } from "kysely";
import type { DeviceId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";

/** Where these devices are; of one that is not there nothing. */
export async function projectsOfDevices(
  db: Database,
  tenant: TenantId,
  devices: readonly DeviceId[],
): Promise<ReadonlyMap<DeviceId, ProjectId | null>> {
  if (devices.length === 0) return new Map();
  const rows = await db.read
    .selectFrom("devices")
    .select(["id", "project_id"])
    .where("tenant_id", "=", tenant)
    .where(isOneOf(db.kind, sql`id`, devices))
    .execute();
  return new Map(rows.map((row) => [row.id as DeviceId, row.project_id as ProjectId | null]));
}
