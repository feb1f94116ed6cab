import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { s3PlaceOf } from "../../compose/s3-place-of.ts";
import type { Config } from "../../settings/config.ts";
import { postgresTarget } from "../backup/postgres-target.ts";
import { type FilesTarget, restoreBackup } from "../backup/restore-backup.ts";
import type { Command } from "../command.ts";
import { CommandError } from "../failure.ts";

const withoutPostgres =
  "HELIO_POINTS_IN=database keeps points in PostgreSQL: name one with HELIO_DATABASE_URL. Nothing was changed.";

export const restoreCommand: Command = {
  name: "restore",
  summary:
    "Put a backup in the place of the data folder, which is kept under another name, and its entities and points into an empty PostgreSQL if one is used; stop the node first",
  arguments: ["folder"],
  options: {},
  run: async (input) => {
    const { dataDir, databaseUrl, pointsIn } = input.config;
    const target = new DataFolder(dataDir);
    if (databaseUrl === undefined && pointsIn === "database") throw new CommandError(withoutPostgres);
    const entities = databaseUrl === undefined ? undefined : postgresTarget(input.config, databaseUrl);
    const files = await filesTarget(input.config);
    const { manifest, kept } = await restoreBackup(input.requireArgument("folder"), target, entities, files);
    console.log(
      `${target.path}${entities ? ", with PostgreSQL," : ""} is now the backup of ${manifest.createdTime} (version ${manifest.version})`,
    );
    if (kept !== undefined) console.log(`What was there before is kept in ${kept}`);
    for (const text of manifest.damaged ?? []) console.error(`Was damaged already when it was backed up: ${text}`);
  },
};

/** Loaded only where it is used. */
async function filesTarget(config: Config): Promise<FilesTarget | undefined> {
  const place = s3PlaceOf(config);
  return place && (await import("../backup/s3-files.ts")).s3Target(place);
}
