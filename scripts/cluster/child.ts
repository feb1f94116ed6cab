// A process of `npm run cluster`. Ctrl+C is for the cluster, which ends its processes one after the other: each is in a group of its own.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

const killAfterMs = 15_000;

export class Child {
  readonly #process: ChildProcess;
  readonly exited: Promise<unknown>;
  #output = "";
  isEnding = false;

  constructor(program: string, args: readonly string[], options: SpawnOptions = {}) {
    this.#process = spawn(program, [...args], { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    this.exited = once(this.#process, "exit").catch(() => undefined);
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream
        ?.setEncoding("utf8")
        .on("data", (text: string) => (this.#output = `${this.#output}${text}`.slice(-20_000)));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#process.pid === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** The last of what it said. */
  get output(): string {
    return this.#output;
  }

  /** What it said that fits; throws when it ended before. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#output);
      if (found) return found;
      if (this.hasEnded) throw new Error(`it ended before it was ready:\n${this.#output}`);
      const streams = [this.#process.stdout, this.#process.stderr].flatMap((stream) => (stream ? [stream] : []));
      await Promise.race([this.exited, ...streams.map((stream) => once(stream, "data"))]);
    }
  }

  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.isEnding = true;
    if (this.hasEnded) return;
    this.#process.kill(signal);
    const late = setTimeout(() => this.#process.kill("SIGKILL"), killAfterMs);
    await this.exited;
    clearTimeout(late);
  }
}
