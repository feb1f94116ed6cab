import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { pointsHomeFact } from "../../core/installation/index.ts";

/** A copy has its points in a file, wherever they came from; where they go is decided when it is restored [CLU1]. */
export function forgetPointsHome(copy: DataFolder): void {
  const database = new DatabaseSync(copy.database);
  try {
    database.prepare("DELETE FROM facts WHERE name = ?").run(pointsHomeFact);
  } finally {
    database.close();
  }
}
