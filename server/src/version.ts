import { readFileSync } from "node:fs";
import { parseJsonText } from "@heliograph/contract/json-text";

/** The version of this installation, as its package says. */
export const version: string = (
  parseJsonText(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
