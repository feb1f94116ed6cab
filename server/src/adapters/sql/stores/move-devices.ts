import type { Transaction } from "kysely";
import type { MovedDevice } from "../../../core/devices/index.ts";
import type { DeviceId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** Puts devices into another project; those that are in it already stay as they are. */
export async function moveDevices(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  tenant: TenantId,
  ids: readonly DeviceId[],
  project: ProjectId | null,
): Promise<readonly MovedDevice[]> {
  const query = trx
    .selectFrom("devices")
    .select(["id", "name", "project_id"])
    .where("tenant_id", "=", tenant)
    .where("id", "in", [...ids])
    .where("project_id", "is distinct from", project)
    .orderBy("id");
  const found = await (kind === "postgres" ? query.forNoKeyUpdate() : query).execute();
  const others = found.map(({ id }) => id);
  if (others.length > 0) {
    await trx.updateTable("devices").set({ project_id: project }).where("id", "in", others).execute();
  }
  return found.map((row) => ({ id: row.id as DeviceId, name: row.name, from: row.project_id as ProjectId | null }));
}
