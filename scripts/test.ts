// `npm test`: every test, and the checks beside them. Arguments go to the test runner (`npm test -- devices`), and then
// only the named tests run, without the checks. `npm run test:long` runs the same with the campaigns at full size.
import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { longRunVariable } from "../test/switches.ts";

const longFlag = "--long";
/** The checks take what the tests leave of the cores, and nothing else: there is always one that waits. */
const behindTests = 19;

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

/** They need the pages and the server built; the checks do not, and begin meanwhile. */
const tests = async (chosen: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  (await succeeds(process.execPath, ["scripts/setup.mjs", "web", "server"], env)) &&
  (await succeeds("vitest", ["run", ...chosen], env));

/** What they say is kept until it can be read: a terminal is the tests' own while they run. */
function checks(): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/check.ts"], { stdio: ["ignore", "pipe", "inherit"] });
    if (child.pid !== undefined) setPriority(child.pid, behindTests);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ isOk: code === 0, output }));
  });
}

/** A fault is told at once, for whoever looks on, and again behind all the lines of the tests. */
async function toldChecks(): Promise<Outcome> {
  const outcome = await checks();
  if (!outcome.isOk) console.log(`\nThe checks failed; the tests go on.\n${outcome.output}`);
  return outcome;
}

const given = process.argv.slice(2);
const isLong = given.includes(longFlag);
const chosen = given.filter((argument) => argument !== longFlag);
const env = isLong ? { ...process.env, [longRunVariable]: "true" } : process.env;
const checked: Promise<Outcome> = chosen.length === 0 ? toldChecks() : Promise.resolve({ isOk: true, output: "" });
const [{ isOk, output }, haveTestsPassed] = await Promise.all([checked, tests(chosen, env)]);
process.stdout.write(output);
if (!isOk) console.log("The checks failed: `npm run check` shows them alone.");
process.exitCode = isOk && haveTestsPassed ? 0 : 1;
