import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";

/**
 * The points were copied a moment after the entities: a device that was created in between has points and no record.
 * In the copy it is treated as a removed one, so that a restored node forgets its points [DEV3].
 */
export function forgetUnknownDevices(copy: DataFolder): void {
  const database = new DatabaseSync(copy.database);
  try {
    database.prepare("ATTACH ? AS points").run(copy.telemetry);
    if (!hasForgetList(database)) return; // written by a version without one; it is made when the copy is upgraded
    const sql = `INSERT INTO points_to_forget (device_id, removed_time)
      SELECT name, ? FROM points.device
      WHERE name NOT IN (SELECT id FROM devices) AND name NOT IN (SELECT device_id FROM points_to_forget)`;
    database.prepare(sql).run(Date.now());
  } finally {
    database.close();
  }
}

const hasForgetList = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'points_to_forget'").get() !== undefined;
