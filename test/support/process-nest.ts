import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const everybody = 0o777;

/**
 * Reads the folder's name and waits until whoever wrote it is gone or says so, then ends every process that has it in its
 * environment or its arguments, again and again until there is none, and removes it.
 */
const undertaker = `
read -r nest
cat >/dev/null
for round in 1 2 3 4 5 6 7 8 9 10; do
  left=""
  for process in /proc/[0-9]*; do
    if cat "$process/environ" "$process/cmdline" 2>/dev/null | grep -qaF "$nest"; then left="$left \${process#/proc/}"; fi
  done
  [ -z "$left" ] && break
  kill -9 $left 2>/dev/null
  sleep 0.2
done
rm -rf "$nest"
`;

/**
 * A folder for servers that start others behind our back: nothing in it outlives this process, however it ends. What is
 * started with the folder as its TMPDIR, or named in its arguments, is in it.
 */
export class ProcessNest implements AsyncDisposable {
  readonly path: string;
  readonly #undertaker: ChildProcess;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), "heliograph-nest-"));
    chmodSync(this.path, everybody); // servers that refuse to be root's write there, too
    this.#undertaker = spawn("sh", ["-c", undertaker], { stdio: ["pipe", "ignore", "ignore"], detached: true });
    this.#undertaker.stdin?.on("error", () => undefined);
    this.#undertaker.stdin?.write(`${this.path}\n`);
  }

  /** A folder of its own for each server. */
  folder(name: string): string {
    const path = mkdtempSync(join(this.path, `${name}-`));
    chmodSync(path, everybody);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#undertaker, "close");
    this.#undertaker.stdin?.end();
    await gone;
    rmSync(this.path, { recursive: true, force: true });
  }
}
