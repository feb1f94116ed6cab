import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { keysFact } from "../../adapters/secrets/shared-keys.ts";

/** In the folder, or, where nodes share a secret, among the entities, encrypted with it [CLU1]. */
export function hasKeys(copy: DataFolder): boolean {
  if (existsSync(copy.signingKey)) return true;
  const database = new DatabaseSync(copy.database, { readOnly: true });
  try {
    return database.prepare("SELECT 1 FROM facts WHERE name = ?").get(keysFact) !== undefined;
  } finally {
    database.close();
  }
}
