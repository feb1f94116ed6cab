import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { PostgresSnapshot } from "../../adapters/sql/transfer/postgres-snapshot.ts";
import { s3PlaceOf } from "../../compose/s3-place-of.ts";
import type { Config } from "../../settings/config.ts";
import { findInstallation } from "../../start/installation.ts";
import { type Manifest, manifestName } from "../backup/manifest.ts";
import { withPostgres } from "../backup/postgres-target.ts";
import { writeBackup } from "../backup/write-backup.ts";
import type { Command } from "../command.ts";
import { DamageFound } from "../failure.ts";

export const backupCommand: Command = {
  name: "backup",
  summary: "Write a backup of everything to a new folder; the node may be running",
  arguments: ["folder"],
  options: {},
  run: async (input) => {
    const { config } = input;
    const from = new DataFolder(config.dataDir);
    const target = input.requireArgument("folder");
    const { files, parts, damaged = [] } = await backupOf(config, from, target);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const place = config.databaseUrl === undefined ? from.path : `PostgreSQL and ${from.path}`;
    console.log(`The backup of ${place} is in ${target}: ${parts.join(", ")}; ${files.length} files, ${bytes} bytes`);
    if (damaged.length > 0) throw damageFound(damaged);
  },
};

/** More of them scroll away what matters; the manifest has all. */
const namedAtMost = 100;

/** The backup is as good as what it was made of: whoever runs it has to know before older backups go [REL5]. */
function damageFound(damaged: readonly string[]): DamageFound {
  const named = damaged.slice(0, namedAtMost).map((text) => `  - ${text}\n`);
  const rest = damaged.length - named.length;
  return new DamageFound(
    `What was copied is damaged in ${damaged.length} ${damaged.length === 1 ? "place" : "places"}:\n${named.join("")}` +
      (rest > 0 ? `  - and ${rest} more, named in ${manifestName}\n` : "") +
      "The rest of the backup is whole. Keep older backups: they may hold what is damaged here.",
  );
}

function backupOf(config: Config, folder: DataFolder, target: string): Promise<Manifest> {
  const s3 = s3PlaceOf(config);
  if (config.databaseUrl === undefined) return writeBackup({ folder, postgres: undefined, s3 }, target);
  return withPostgres(config, async (database) => {
    const { pointsIn } = await findInstallation(config, folder, database); // refuses two installations' parts [RUN10]
    await using snapshot = new PostgresSnapshot(database);
    const postgres = { database, snapshot, hasPoints: pointsIn === "database" };
    return await writeBackup({ folder, postgres, s3 }, target);
  });
}
