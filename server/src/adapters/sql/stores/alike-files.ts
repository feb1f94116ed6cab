import type { Kysely } from "kysely";
import { type DeviceFile, type Likeness, storageStatus } from "../../../core/files/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Tables } from "../tables.ts";
import { fileOf } from "./file-rows.ts";

/** Two questions, each with an index of its own: a device may have a million files. */
export async function alikeFiles(
  db: Kysely<Tables>,
  device: DeviceId,
  { baseName, sha256 }: Likeness,
): Promise<readonly DeviceFile[]> {
  const named = db.selectFrom("files").selectAll().where("device_id", "=", device).where("base_name", "=", baseName);
  const awaited = await named.where("status", "in", [storageStatus.onDevice, storageStatus.requested]).execute();
  const held = await named.where("sha256", "=", sha256).execute();
  return [...awaited, ...held].map(fileOf);
}
