import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

const program = join(import.meta.dirname, "child-groups.program.ts");

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What the program says, until it has named what it started. */
async function started(): Promise<{ child: ChildProcess; pids: readonly number[] }> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const pidsOf = () => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  await expect.poll(pidsOf, { timeout: 30_000 }).toHaveLength(2);
  onTestFinished(() => {
    child.kill("SIGKILL");
    for (const pid of pidsOf().filter(isThere)) process.kill(pid, "SIGKILL");
  });
  return { child, pids: pidsOf() };
}

describe("[RUN2] what a run of the tests has started, and what that has started", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("ends with it by %s", async (signal) => {
    const { child, pids } = await started();

    child.kill(signal);
    await once(child, "exit");

    await expect.poll(() => pids.filter(isThere), { timeout: 30_000 }).toEqual([]);
  });

  test("ends when nobody reads any more what it says", async () => {
    const { child, pids } = await started();

    child.stdout?.destroy();
    await once(child, "exit");

    await expect.poll(() => pids.filter(isThere), { timeout: 30_000 }).toEqual([]);
  });
});
