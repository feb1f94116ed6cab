import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isLongRun } from "../switches.ts";
import { childEnv } from "./helio.ts";
import { putMigratedFileAtFirst } from "./migrated-file.ts";
import { RestClient } from "./rest-client.ts";
import { type TempFolder, tempFolder } from "./temp-folder.ts";

const program = fileURLToPath(new URL("../../server/dist/current/main.js", import.meta.url));

export interface NodeProcessOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** It finds nothing at all: the steps of a first start cost a quarter of a second, and are told once. */
  readonly isFirstStart?: boolean;
  /** A program and its arguments that run the node and become it, such as a tracer. */
  readonly under?: readonly string[];
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A node as `npm start` runs it: on a free port, with a data folder of its own. */
export class NodeProcess implements AsyncDisposable {
  readonly dataDir: string;
  /** Settles when the process is gone and all it wrote has been read. */
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #folder: TempFolder | undefined;
  stdout = "";
  stderr = "";

  constructor(child: ChildProcess, dataDir: string, folder: TempFolder | undefined) {
    this.#child = child;
    this.dataDir = dataDir;
    this.#folder = folder;
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (this.stdout += chunk));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (this.stderr += chunk));
    this.exited = once(child, "close").then(([code, signal]) => ({ code, signal }));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The plain port, read from the ready line. */
  get port(): number {
    return Number(/ready at http:\/\/\S+?:(\d+)/.exec(this.stdout)?.[1]);
  }

  get mqttPort(): number {
    return Number(/ mqtt:\/\/\S+?:(\d+)/.exec(this.stdout)?.[1]);
  }

  get rest(): RestClient {
    return new RestClient(this.port);
  }

  async ready(): Promise<this> {
    await this.printed(/is ready at .*\n/);
    return this;
  }

  /** Resolves when stdout or stderr holds `pattern`; a process that ends before is an error with what it said. */
  async printed(pattern: RegExp): Promise<void> {
    let isGone = false;
    const gone = this.exited.then(() => {
      isGone = true;
    });
    while (!pattern.test(this.stdout) && !pattern.test(this.stderr)) {
      if (isGone) throw new Error(`the process ended without printing ${pattern}:\n${this.stdout}${this.stderr}`);
      const more = [this.#child.stdout, this.#child.stderr].map((stream) => stream && once(stream, "data"));
      await Promise.race([...more, gone]);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.exited;
  }

  async stop(): Promise<Exit> {
    this.signal("SIGTERM");
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.#folder?.[Symbol.asyncDispose]();
  }
}

/** Not waited for: the test says whether it expects `ready()` or `exited`. */
export async function spawnNode({
  args = [],
  env = {},
  isFirstStart = isLongRun(),
  under = [],
}: NodeProcessOptions = {}): Promise<NodeProcess> {
  const folder = env["HELIO_DATA_DIR"] === undefined ? await tempFolder() : undefined;
  const settings = {
    HELIO_HOST: "127.0.0.1",
    HELIO_HTTP_PORT: "0",
    HELIO_HTTPS_PORT: "0",
    HELIO_MQTT_PORT: "0",
    HELIO_MQTT_TLS_PORT: "0",
    HELIO_DISK_RESERVE: "0", // megabytes per test node would be nobody's use
    ...(!isLongRun() && { HELIO_TELEMETRY_READERS: "1" }), // each thread is a tenth of what a start costs
    HELIO_DATA_DIR: folder?.path ?? "",
    ...env,
  };
  if (!isFirstStart && env["HELIO_DATABASE_URL"] === undefined) await putMigratedFileAtFirst(settings.HELIO_DATA_DIR);
  const [command = process.execPath, ...rest] = [...under, process.execPath, program, ...args];
  const child = spawn(command, rest, {
    env: childEnv(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new NodeProcess(child, settings.HELIO_DATA_DIR, folder);
}
