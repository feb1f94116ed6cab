import { vi } from "vitest";
import { commandLine } from "../../server/src/cli/command-line.ts";
import { childEnv, type HelioResult } from "./helio.ts";

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in this process, for what it refuses and explains: a process of its own takes half a second
 * of computing. One after the other, as they share a console.
 */
export function helioHere(args: readonly string[], env: Record<string, string> = {}): Promise<HelioResult> {
  const result = before.then(() => heard(args, env));
  before = result.catch(() => undefined);
  return result;
}

async function heard(args: readonly string[], env: Record<string, string>): Promise<HelioResult> {
  const said = { stdout: "", stderr: "" };
  const log = vi.spyOn(console, "log").mockImplementation((text) => {
    said.stdout += `${text}\n`;
  });
  const error = vi.spyOn(console, "error").mockImplementation((text) => {
    said.stderr += `${text}\n`;
  });
  try {
    return { code: await commandLine(args, childEnv(env)), ...said };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
