import { sharedKeys } from "../../adapters/secrets/shared-keys.ts";
import { secretOf } from "../../compose/installation-keys.ts";
import { StartRefusedError } from "../../core/installation/index.ts";
import { CommandError } from "../failure.ts";
import type { MoveSide } from "./move-side.ts";

/** Keys that are kept under a secret stay under it: without it no node would start on what was moved, which is better said before. */
export async function requireSecret(sealedKeys: string | undefined, { config, folder }: MoveSide): Promise<void> {
  if (sealedKeys === undefined) return;
  const secret = secretOf(config);
  if (secret === undefined) throw refused("which the settings of the target do not have");
  const kept = async (): Promise<string> => sealedKeys;
  await sharedKeys(secret, folder, { get: kept, setOnce: kept }).catch((error: unknown) => {
    throw error instanceof StartRefusedError ? refused("and that of the target's settings is another one") : error;
  });
}

const refused = (why: string): CommandError =>
  new CommandError(
    `The keys of the source are encrypted with HELIO_SECRET, ${why}. Nothing was changed. Put it into the settings file as it is at the source.`,
  );
