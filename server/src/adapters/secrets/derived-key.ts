import { hkdfSync } from "node:crypto";

const keyBytes = 32;

/** A key for one purpose, derived from the installation's: no two purposes share one. */
export const derivedKey = (installationKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", installationKey, "", `heliograph ${purpose}`, keyBytes));
