import type { Config } from "../config.ts";
import { CommandError } from "./failure.ts";

/** With PostgreSQL the data folder is not everything; a backup that looks whole and is not would be worse than none. */
export function requireEmbedded(config: Config, command: "backup" | "restore"): void {
  if (config.databaseUrl === undefined) return;
  throw new CommandError(
    `${command} is for nodes that keep everything in their data folder, but HELIO_DATABASE_URL is set. Use ` +
      "PostgreSQL's own pg_dump and pg_restore, and keep a copy of keys/signing.key from the data folder.",
  );
}
