import { readFileSync } from "node:fs";
import { optionalText, type Setting } from "./setting-kinds.ts";

/** What would be guessed is no secret. */
export const shortestSecret = 16;

/** Read with the settings, and once: whoever cannot read it learns that before anything is changed, and it may be a pipe. */
export const secretInFile = (variable: Setting<string>["variable"], description: string): Setting<string> => ({
  ...optionalText(variable, description),
  parse: (path) => {
    const secret = textOf(path).trim();
    if (secret.length < shortestSecret)
      throw new Error(`must name a file with at least ${shortestSecret} characters, ${JSON.stringify(path)} has less`);
    return secret;
  },
});

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${JSON.stringify(path)} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
