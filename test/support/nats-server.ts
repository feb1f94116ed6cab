import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasProgram } from "./debian-package.ts";
import { freePort } from "./free-port.ts";

const program = "nats-server";
const lookAgainMs = 20;

export const hasNats = (): boolean =>
  hasProgram(program, "-v", ["nats-server"], "messages between nodes are tested in memory only");

/** A NATS of its own, with whatever else its configuration says; it can be killed and started again at the same port. */
export class NatsServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  static async start(configuration = ""): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), configuration);
    await server.startAgain();
    return server;
  }

  private constructor(port: number, configuration: string) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "heliograph-nats-"));
    this.#configure(configuration);
  }

  #configure(configuration: string): void {
    writeFileSync(this.#file, `listen: "127.0.0.1:${this.port}"\n${configuration}\n`);
  }

  /** As an operator changes it while it runs. */
  reconfigure(configuration: string): void {
    this.#configure(configuration);
    this.#child?.kill("SIGHUP");
  }

  get #file(): string {
    return join(this.#folder, "nats.conf");
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const child = spawn(program, ["-c", this.#file], { stdio: "ignore" });
    this.#child = child;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null) throw new Error("nats-server did not start");
      await sleep(lookAgainMs);
    }
  }

  async kill(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise<boolean>((resolve) => {
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
