// `npm test`: the checks, then every test. Arguments go to the test runner (`npm test -- devices`), and then
// only the named tests run, without the checks. `npm run test:long` runs the same with the campaigns at full size.
import { spawnSync } from "node:child_process";
import { longRunVariable } from "../test/switches.ts";

const longFlag = "--long";

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const result = spawnSync(program, args, { stdio: "inherit", env });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const given = process.argv.slice(2);
const isLong = given.includes(longFlag);
const chosen = given.filter((argument) => argument !== longFlag);
if (chosen.length === 0) run("node", ["scripts/check.ts"]);
run("vitest", ["run", ...chosen], isLong ? { ...process.env, [longRunVariable]: "true" } : process.env);
