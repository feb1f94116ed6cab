import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { LastWords } from "./last-words.ts";

async function reasonOf(program: string): Promise<Error> {
  const child = spawn(process.execPath, ["--max-old-space-size=32", "-e", program], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const words = new LastWords(child.stderr);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return words.reason(code, signal);
}

test.for([
  ["in one step", "const all = []; for (;;) all.push(new Array(1e7).fill(1.5))"],
  ["in small steps", "const all = []; for (;;) all.push({ text: 'a'.repeat(1000) + Math.random() })"],
] as const)("[FILE7] a process that takes too much memory %s says so, and ends nobody else", async ([, program]) => {
  expect((await reasonOf(program)).message).toBe("it wants more memory than it may have");
});

test("[RUN11] one without handles or with a fault of its own is told apart", async () => {
  expect((await reasonOf("throw new Error('EMFILE: too many open files')")).message).toBe("EMFILE");
  expect((await reasonOf("process.exit(3)")).message).toBe("the reader ended (code 3)");
  expect((await reasonOf("process.kill(process.pid, 'SIGKILL')")).message).toBe("the reader ended (SIGKILL)");
});
