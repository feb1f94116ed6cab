import type { Transaction } from "kysely";
import type { Move, MovedDevice, MoveOutcome } from "../../../core/devices/index.ts";
import { type Reach, reaches } from "../../../core/projects/index.ts";
import type { DeviceId, ProjectId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** Puts devices into another project; those that are in it already stay as they are. */
export async function moveDevices(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  reach: Reach,
  ids: readonly DeviceId[],
  { to, mayMove }: Move,
): Promise<MoveOutcome> {
  const within = (await heldDevices(trx, kind, reach, ids)).filter(({ from }) => reaches(reach, from));
  const moved = within.filter(({ from }) => from !== to);
  for (const { from } of moved) mayMove(from);
  if (moved.length > 0) {
    const others = moved.map(({ id }) => id);
    await trx.updateTable("devices").set({ project_id: to }).where("id", "in", others).execute();
  }
  return { within: within.map(({ id }) => id), moved };
}

/** In the order of their ids, so that two who move the same ones wait for each other: then they see where these are. */
async function heldDevices(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  { tenantId }: Reach,
  ids: readonly DeviceId[],
): Promise<readonly MovedDevice[]> {
  const query = trx
    .selectFrom("devices")
    .select(["id", "name", "project_id"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", [...ids])
    .orderBy("id");
  const found = await (kind === "postgres" ? query.forNoKeyUpdate() : query).execute();
  return found.map((row) => ({ id: row.id as DeviceId, name: row.name, from: row.project_id as ProjectId | null }));
}
