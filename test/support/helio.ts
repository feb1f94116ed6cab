import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface HelioResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HelioOptions {
  readonly env?: Record<string, string>;
  /** What the command finds on its standard input. */
  readonly input?: string;
}

export const helioProgram = fileURLToPath(new URL("../../server/dist/current/helio.js", import.meta.url));

/** Node compiles each source once for all the processes the tests start; `npm start` has it there, too. */
const compileCache = fileURLToPath(new URL("../../node_modules/.cache/compile", import.meta.url));

/** Where more runs than there are cores, a PostgreSQL that is well may keep one waiting for seconds. */
export const patience = { HELIO_DATABASE_TIMEOUT: "60s" };

/** The environment of a child: ours without the settings of whoever runs the tests. */
export const childEnv = (env: Record<string, string> = {}): Record<string, string> => ({
  NODE_COMPILE_CACHE: compileCache,
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith("HELIO_") ? [] : [[name, value]],
    ),
  ),
  ...(env["HELIO_DATABASE_URL"] !== undefined && patience),
  ...env,
});

/** Runs the command line as a process of its own. */
export function helio(args: readonly string[], { env, input = "" }: HelioOptions = {}): Promise<HelioResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [helioProgram, ...args], { env: childEnv(env) });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => undefined); // a command that reads nothing may be gone before we wrote
    child.stdin.end(input);
  });
}

/** Runs the command line as a process that is killed when `arm`'s argument is called; resolves when it is gone. */
export function helioKilled(
  args: readonly string[],
  env: Record<string, string>,
  arm: (kill: () => Promise<void>) => void,
): Promise<HelioResult & { readonly signal: NodeJS.Signals | null }> {
  const child = spawn(process.execPath, [helioProgram, ...args], { env: childEnv(env) });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said.stderr += chunk));
  const gone = new Promise<HelioResult & { signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  arm(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  return gone;
}
