import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { type InstallationStore, StartRefusedError } from "../../core/installation/index.ts";
import { KeySealer } from "./key-sealer.ts";
import { foundOrNewKey } from "./signing-key.ts";

/** The keys of an installation: what tokens are signed with, and what secrets are sealed with. */
export interface InstallationKeys {
  readonly signing: Buffer;
  readonly sealing: Buffer;
}

interface KeyFiles {
  readonly signingKey: string;
  readonly sealingKey: string;
}

type Facts = Pick<InstallationStore, "get" | "setOnce">;

export const keysFact = "sealed-keys";
const place = "keys of the installation";
const saltBytes = 16;
const derivedBytes = 32;
/** Once per start: a secret that a person made up is not guessed quickly. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** Nodes that are given the same secret have the same keys, which the database keeps under it; those of the folder become them [CLU1]. */
export async function sharedKeys(secret: string, files: KeyFiles, facts: Facts): Promise<InstallationKeys> {
  const kept = (await facts.get(keysFact)) ?? (await facts.setOnce(keysFact, await sealedKeys(secret, files)));
  const [salt = "", sealed = ""] = kept.split(" ");
  const text = (await sealerOf(secret, Buffer.from(salt, "base64url"))).open(sealed, place);
  if (text === undefined) throw otherSecret();
  const [signing = "", sealing = ""] = text.split(" ");
  return { signing: Buffer.from(signing, "base64url"), sealing: Buffer.from(sealing, "base64url") };
}

export const hasSharedKeys = async (facts: Facts): Promise<boolean> => (await facts.get(keysFact)) !== undefined;

/** Whoever has no secret must not begin with keys of its own: tokens of the others would be wrong, secrets unreadable. */
export const secretMissing = (): StartRefusedError =>
  new StartRefusedError(
    "The keys of this installation are in its database, encrypted with HELIO_SECRET, which is not set. Set it as it was.",
  );

async function sealedKeys(secret: string, { signingKey, sealingKey }: KeyFiles): Promise<string> {
  const [signing, sealing] = [await foundOrNewKey(signingKey), await foundOrNewKey(sealingKey)];
  const salt = randomBytes(saltBytes);
  const text = `${signing.toString("base64url")} ${sealing.toString("base64url")}`;
  return `${salt.toString("base64url")} ${(await sealerOf(secret, salt)).seal(text, place)}`;
}

const sealerOf = async (secret: string, salt: Buffer): Promise<KeySealer> =>
  new KeySealer(await derive(secret, salt, derivedBytes, cost));

const otherSecret = (): StartRefusedError =>
  new StartRefusedError(
    "HELIO_SECRET is not the one that the keys of this installation were encrypted with. Nothing was changed. Set it as it " +
      "was, as on the other nodes.",
  );
