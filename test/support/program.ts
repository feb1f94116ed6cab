import { spawnSync } from "node:child_process";

/** Whether the machine has a program a test needs. A missing one is a skip that says so, and a failure in CI [RUN2]. */
export function hasProgram(name: string, versionFlag = "--version"): boolean {
  if (spawnSync(name, [versionFlag], { stdio: "ignore" }).status === 0) return true;
  const message = `${name} is not installed, the tests that use it are skipped`;
  if (process.env["CI"] === "true") throw new Error(message);
  process.stderr.write(`tests: ${message}\n`);
  return false;
}
