// How long a node takes from the command to its ready line, on a set-up clone: `npm start` and the node alone.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildNode } from "../child-node.ts";

const runs = 5;
const root = new URL("..", new URL("..", import.meta.url)).pathname;

async function npmStartMs(dataDir: string): Promise<number> {
  const start = performance.now();
  const child = spawn("npm", ["start", "--", "--http-port", "0", "--mqtt-port", "0", "--data-dir", dataDir], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (data) => String(data).includes("is ready at") && resolve());
    child.once("exit", () => reject(new Error("npm start ended")));
  });
  const ms = performance.now() - start;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
  return ms;
}

const dataDir = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
const times = { npm: [] as number[], node: [] as number[] };
for (let run = 0; run < runs; run++) {
  times.npm.push(await npmStartMs(dataDir));
  const node = await startChildNode({}, dataDir);
  times.node.push(node.readyMs);
  await node.stop();
}
rmSync(dataDir, { recursive: true, force: true });
const shown = (list: number[]) => list.map((ms) => `${(ms / 1_000).toFixed(2)} s`).join(", ");
console.log(`npm start until ready: ${shown(times.npm)} (aim: within 2 s after the first)`);
console.log(`of it the node itself: ${shown(times.node)}`);
