// `npm test`: every test, and the checks beside them. Arguments go to the test runner (`npm test -- devices`), and then
// only the named tests run, without the checks. `npm run test:long` runs the same with the campaigns at full size.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileOfDurations, slowestOf } from "../test/support/slowest-files.ts";
import { longRunVariable } from "../test/switches.ts";

const longFlag = "--long";
/** The checks take what the tests leave of the cores, and nothing else: there is always one that waits. */
const behindTests = 19;

/** Run beside each other: `vitest.config.ts` says why. */
const withNodes = ["--project=nodes", "--project=alone"];
const storiesAndUnits = ["--project=web", "--project=stories", "--project=units"];

interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

function succeeds(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", env });
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
}

/** What it says is kept until it can be read: a terminal is the other tests' own while they run. */
function kept(program: string, args: readonly string[], env: NodeJS.ProcessEnv, priority = 0): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], env });
    if (child.pid !== undefined) setPriority(child.pid, priority);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ isOk: code === 0, output }));
  });
}

/** A fault is told at once, for whoever looks on, and again behind all the lines of the tests. */
async function told(what: string, running: Promise<Outcome>): Promise<Outcome> {
  const outcome = await running;
  if (!outcome.isOk) console.log(`\n${what} failed; the other tests go on.\n${outcome.output}`);
  return outcome;
}

/** They need the pages and the server built; the checks do not, and begin meanwhile. */
const areBuilt = () => succeeds(process.execPath, ["scripts/setup.mjs", "web", "server"], process.env);
const vitest = (args: readonly string[]) => ["vitest", ["run", ...args]] as const;

const chosenPass = async (chosen: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  (await areBuilt()) && (await succeeds(...vitest(chosen), env));

async function allPass(env: NodeJS.ProcessEnv): Promise<boolean> {
  const checks = told("The checks", kept(process.execPath, ["scripts/check.ts"], process.env, behindTests));
  if (!(await areBuilt())) return false;
  const folder = mkdtempSync(join(tmpdir(), "heliograph-durations-"));
  const durations = join(folder, "files");
  try {
    const measured = { ...env, [fileOfDurations]: durations };
    const beside = told("Stories or units", kept(...vitest(storiesAndUnits), measured));
    const haveNodesPassed = await succeeds(...vitest(withNodes), measured);
    const [checked, { isOk, output }] = await Promise.all([checks, beside]);
    process.stdout.write(`${output}${slowestOf(durations)}${checked.output}`);
    if (!isOk) console.log("Stories or units failed: they are told above.");
    if (!checked.isOk) console.log("The checks failed: `npm run check` shows them alone.");
    return haveNodesPassed && isOk && checked.isOk;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const given = process.argv.slice(2);
const isLong = given.includes(longFlag);
const chosen = given.filter((argument) => argument !== longFlag);
const env = isLong ? { ...process.env, [longRunVariable]: "true" } : process.env;
const havePassed = await (chosen.length === 0 ? allPass(env) : chosenPass(chosen, env));
process.exitCode = havePassed ? 0 : 1;
