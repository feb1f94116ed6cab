// `npm test`: the checks, then every test. Arguments go to the test runner (`npm test -- devices`), and then
// only the named tests run, without the checks.
import { spawnSync } from "node:child_process";

function run(program: string, args: readonly string[]): void {
  const result = spawnSync(program, args, { stdio: "inherit" });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const chosen = process.argv.slice(2);
if (chosen.length === 0) run("node", ["scripts/check.ts"]);
run("vitest", ["run", ...chosen]);
