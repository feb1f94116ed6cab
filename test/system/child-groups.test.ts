import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../scratch-folder.ts";

const program = join(import.meta.dirname, "child-groups.program.ts");

/** Whether it is at work: one that has ended is listed until somebody asks how, which in some containers nobody does. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !(existsSync("/proc/self/stat") && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
  } catch {
    return false;
  }
}

/** What the program says, until it has named what it started. */
async function started() {
  const folder = scratchFolder("tidied");
  const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const pidsOf = () => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  await expect.poll(pidsOf, { timeout: 30_000 }).toHaveLength(3);
  onTestFinished(() => {
    child.kill("SIGKILL");
    for (const pid of pidsOf().filter(isThere)) process.kill(pid, "SIGKILL");
  });
  return { child: child as ChildProcess, pids: pidsOf(), isTidy: () => !existsSync(folder) };
}

describe("[RUN2] what a run of the tests has started, and what that has started", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const)("ends with it by %s, tidied up", async (signal) => {
    const { child, pids, isTidy } = await started();

    child.kill(signal);
    await once(child, "exit");

    expect(isTidy()).toBe(true);
    await expect.poll(() => pids.filter(isThere), { timeout: 30_000 }).toEqual([]);
  });

  test("ends when nobody reads any more what it says", async () => {
    const { child, pids, isTidy } = await started();

    child.stdout?.destroy();
    await once(child, "exit");

    expect(isTidy()).toBe(true);
    await expect.poll(() => pids.filter(isThere), { timeout: 30_000 }).toEqual([]);
  });
});
