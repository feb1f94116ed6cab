import { readFileSync } from "node:fs";

/** The version of this installation, as its package says. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
