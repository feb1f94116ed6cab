import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { hasSharedKeys, type InstallationKeys, secretMissing, sharedKeys } from "../adapters/secrets/shared-keys.ts";
import { loadSealingKey, loadSigningKey } from "../adapters/secrets/signing-key.ts";
import type { Database } from "../adapters/sql/database.ts";
import type { InstallationStore } from "../core/installation/index.ts";
import type { Config } from "../settings/config.ts";

/** In the data folder, or, since nodes were given a secret, in the database under it: also where that was restored elsewhere [CLU1]. */
export async function installationKeys(
  config: Pick<Config, "secret" | "secretFile">,
  folder: DataFolder,
  database: Database,
  facts: InstallationStore,
): Promise<InstallationKeys> {
  const secret = secretOf(config);
  const areShared = await hasSharedKeys(facts);
  if (secret === undefined && areShared) throw secretMissing();
  if (secret !== undefined && (areShared || database.kind === "postgres")) return sharedKeys(secret, folder, facts);
  return { signing: await loadSigningKey(folder.signingKey), sealing: await loadSealingKey(folder.sealingKey) };
}

/** The settings were read with what is in the file. */
export const secretOf = ({ secret, secretFile }: Pick<Config, "secret" | "secretFile">): string | undefined =>
  secret ?? secretFile;
