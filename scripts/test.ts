// `npm test`: every test, and the checks beside them. Arguments go to the test runner (`npm test -- devices`), and then
// only the named tests run, without the checks. `npm run test:long` runs the same with the campaigns at full size.
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { keepScratchOfRun, scratchFolder } from "../test/scratch-folder.ts";
import { fileOfDurations, placesWithoutTests, slowestOf } from "../test/support/slowest-files.ts";
import { longRunVariable } from "../test/switches.ts";
import { endTogether, startGroup } from "./child-groups.ts";

const longFlag = "--long";
/** The checks take what the tests leave of the cores, and nothing else: there is always one that waits. */
const behindTests = 19;

/** Run beside each other (`vitest.config.ts` says why); whatever project there is belongs to one of them. */
const withNodes = ["--project=nodes", "--project=alone"];
const storiesAndUnits = ["--project=!nodes", "--project=!alone"];

interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

const ended = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    child.on("error", ({ message }) => {
      console.log(`It could not be started: ${message}.`);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });

const succeeds = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  ended(startGroup(program, args, { stdio: ["ignore", "inherit", "inherit"], env }));

/** A terminal is the other tests' own while they run: what it says is kept for later. Elsewhere it is written down at once, too. */
async function kept(program: string, args: readonly string[], env: NodeJS.ProcessEnv, lower = 0): Promise<Outcome> {
  const child = startGroup(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
  if (lower > 0 && child.pid !== undefined) setPriority(child.pid, lower);
  let output = "";
  const hear = (chunk: string) => {
    output += chunk;
    if (!process.stdout.isTTY) process.stdout.write(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hear);
  return { isOk: await ended(child), output };
}

/** A fault is told at once, for whoever looks on, and again behind all the lines of the tests. */
async function told(what: string, run: Promise<Outcome>): Promise<Outcome> {
  const outcome = await run;
  if (!outcome.isOk) console.log(`\n${what} failed.`);
  if (!outcome.isOk && process.stdout.isTTY) console.log(outcome.output);
  return outcome;
}

/** They need the pages and the server built; the checks do not, and begin meanwhile. */
const areBuilt = () => succeeds(process.execPath, ["scripts/setup.mjs", "web", "server"], process.env);
const vitest = (args: readonly string[]) => ["vitest", ["run", ...args]] as const;

const chosenPass = async (chosen: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  (await areBuilt()) && (await succeeds(...vitest(chosen), env));

async function allPass(env: NodeJS.ProcessEnv): Promise<boolean> {
  const checks = told("The checks", kept(process.execPath, ["scripts/check.ts"], process.env, behindTests));
  if (!(await areBuilt())) {
    await checks;
    console.log("The pages or the server could not be built, as is told above: no test was run.");
    return false;
  }
  const durations = join(scratchFolder("durations"), "files");
  const measured = { ...env, [fileOfDurations]: durations };
  const beside = told("Stories or units", kept(...vitest(storiesAndUnits), measured));
  const nodes = succeeds(...vitest(withNodes), measured);
  return summary(durations, await nodes, await beside, await checks);
}

/** The end of all that was printed is what is read first. */
function summary(durations: string, haveNodesPassed: boolean, beside: Outcome, checks: Outcome): boolean {
  if (process.stdout.isTTY || !beside.isOk) process.stdout.write(beside.output);
  const files = existsSync(durations) ? readFileSync(durations, "utf8") : "";
  process.stdout.write(slowestOf(files));
  if (process.stdout.isTTY || !checks.isOk) process.stdout.write(checks.output);
  const without = haveNodesPassed && beside.isOk ? placesWithoutTests(files) : [];
  if (!haveNodesPassed) console.log("Tests with nodes failed: they are told further above.");
  if (!beside.isOk) console.log("Stories or units failed: they are told above.");
  if (!checks.isOk) console.log("The checks failed: `npm run check` shows them alone.");
  if (without.length > 0) console.log(`Too few test files ran in ${without.join(", ")}: was their folder lost?`);
  return haveNodesPassed && beside.isOk && checks.isOk && without.length === 0;
}

endTogether();
keepScratchOfRun();
const given = process.argv.slice(2);
const isLong = given.includes(longFlag);
const chosen = given.filter((argument) => argument !== longFlag);
const env = isLong ? { ...process.env, [longRunVariable]: "true" } : process.env;
const havePassed = await (chosen.length === 0 ? allPass(env) : chosenPass(chosen, env));
process.exitCode = havePassed ? 0 : 1;
