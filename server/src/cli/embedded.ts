import type { Config } from "../config.ts";
import { CommandError } from "./failure.ts";

/** With PostgreSQL the data folder is not everything; a backup that looks whole and is not would be worse than none. */
export function requireEmbedded(config: Config, command: "backup" | "restore"): void {
  if (config.databaseUrl === undefined) return;
  throw new CommandError(
    `${command} is for nodes that keep everything in their data folder, but HELIO_DATABASE_URL is set. Stop the node, ` +
      "then keep what pg_dump writes together with a copy of the whole data folder: the points, the contents of files " +
      "and the signing key are there. Restore both together.",
  );
}
