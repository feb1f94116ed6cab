import { createHash } from "node:crypto";

/** Tells it from other secrets, and whoever finds one what it is. */
export const sharePrefix = "hgs_";

/** 256 random bits: nobody finds one by trying. */
export const tokenBytes = 32;

/** The token is random and long: a quick hash is as good as a slow one. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
