import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ownFolder, scratchPlace } from "../scratch-folder.ts";
import { isLongRun } from "../switches.ts";
import { freePort } from "./free-port.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";

/** Not synced to disk: these databases end with the tests; nor tidied up, but for those that are used for hours. */
const hasty = [
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"],
  ...(isLongRun() ? [] : ["autovacuum=off"]),
];
/** What was committed outlives a killed server; only a machine that loses its power would lose it. */
export const lasting = ["fsync=off"];
/** A minute: a busy machine needs its time. */
const startAttempts = 600;
const startStepMs = 100;

/** A PostgreSQL with a folder of its own: one per test run, and one per test that kills it. */
export class PostgresServer {
  /** Of the maintenance database; databases are made beside it. */
  readonly url: string;
  readonly #folder: string;
  readonly #run: () => ChildProcess;
  #server: ChildProcess;

  private constructor(folder: string, port: number, run: () => ChildProcess) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.#folder = folder;
    this.#run = run;
    this.#server = run();
  }

  static async start({ bin, account }: PostgresPrograms, settings = hasty): Promise<PostgresServer> {
    const folder = newFolder();
    if (account) chownSync(folder, account.uid, account.gid);
    const data = join(folder, "data");
    const options = { ...account, cwd: folder, stdio: "ignore" as const, env: { ...process.env, LC_ALL: "C" } };
    const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
    execFileSync(join(bin, "initdb"), initdb, options);
    const port = await freePort();
    const place = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder];
    const flags = [...place, ...settings.flatMap((setting) => ["-c", setting])];
    const server = new PostgresServer(folder, port, () => spawn(join(bin, "postgres"), flags, options));
    await server.#untilItAnswers();
    return server;
  }

  get pid(): number {
    return this.#server.pid ?? 0;
  }

  /** Those that serve connections and the server's own work. */
  get children(): number[] {
    const { pid } = this.#server;
    const found = execFileSync("sh", ["-c", `ps -o pid= --ppid ${pid} || true`], { encoding: "utf8" });
    return found.split("\n").map(Number).filter(Boolean);
  }

  /** To every process; those that are gone already do not mind. */
  signal(signal: NodeJS.Signals): void {
    const { children } = this;
    this.#server.kill(signal);
    for (const child of children) signalIfThere(child, signal);
  }

  /** One process: the server then ends all others and recovers by itself. */
  killChild(pid: number): void {
    signalIfThere(pid, "SIGKILL");
  }

  async kill(): Promise<void> {
    const exited = this.#exit();
    this.signal("SIGKILL");
    await exited;
  }

  /** SIGQUIT: all of it ends at once, and recovers from its log when it starts. */
  async stopAtOnce(): Promise<void> {
    const exited = this.#exit();
    this.#server.kill("SIGQUIT");
    await exited;
  }

  async startAgain(): Promise<void> {
    this.#server = this.#run();
    await this.#untilItAnswers();
  }

  async stop(): Promise<void> {
    const exited = this.#exit();
    this.signal("SIGCONT"); // a frozen one would never hear the other
    this.#server.kill("SIGINT");
    await exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #isGone(): boolean {
    return this.#server.exitCode !== null || this.#server.signalCode !== null;
  }

  async #exit(): Promise<void> {
    if (!this.#isGone) await once(this.#server, "exit");
  }

  /** A server that finds memory of a killed one still in use ends, and is started once more. */
  async #untilItAnswers(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const error = await refusalOf(this.url);
      if (error === undefined) return;
      if (attempt >= startAttempts) throw error;
      await sleep(startStepMs);
      if (this.#isGone) this.#server = this.#run();
    }
  }
}

const prefix = "heliograph-postgres-";
/** A hundred databases of some megabytes, and their logs. */
const roomWanted = 4 * 1024 ** 3;

/** In memory where there is room: a database is some hundred files, and making them on a disk costs ten times as much. */
const newFolder = (): string => ownFolder(scratchPlace(roomWanted), prefix, hasNoServer);

/** Whoever started it is gone, and the server, too. One without the file that names it was never started, or has ended. */
function hasNoServer(folder: string): boolean {
  try {
    const [pid] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
    return !existsSync(`/proc/${pid}`);
  } catch {
    return true;
  }
}

async function refusalOf(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
