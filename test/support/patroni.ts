import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./answering-port.ts";
import { freePort } from "./free-port.ts";
import { unprivileged } from "./postgres-programs.ts";
import type { ProcessNest } from "./process-nest.ts";

const etcdProgram = "etcd";
const patroniProgram = "patroni";
const lookAgainMs = 100;
const patienceMs = 120_000;
const answerMs = 2_000;
const wordsKept = 12;
const base = "/usr/lib/postgresql";

/** Debian's, with everything that a standby needs. */
export function standbyPrograms(): string | undefined {
  const versions = existsSync(base) ? readdirSync(base).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(base, version, "bin")).find((bin) => existsSync(join(bin, "pg_rewind")));
}

/** The store of Patroni's decisions. */
async function startEtcd(nest: ProcessNest): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()];
  const [here, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const flags = ["--listen-client-urls", here, "--advertise-client-urls", here, "--listen-peer-urls", peer];
  const self = ["--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`, "--unsafe-no-fsync"];
  const folder = nest.folder("etcd");
  const child = spawn(etcdProgram, ["--data-dir", folder, "--log-level", "error", ...flags, ...self], {
    stdio: "ignore",
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("etcd did not start");
    await sleep(lookAgainMs);
  }
  return port;
}

/** One machine of two: a PostgreSQL and the Patroni that looks after it. */
export class PatroniMachine {
  readonly port: number;
  readonly rest: number;
  readonly #folder: string;
  readonly #data: string;
  #child: ChildProcess | undefined;
  #killed: number | undefined;

  private constructor(port: number, rest: number, folder: string) {
    [this.port, this.rest, this.#folder, this.#data] = [port, rest, folder, join(folder, "data")];
  }

  static async start(nest: ProcessNest, name: string, etcd: number): Promise<PatroniMachine> {
    const machine = new PatroniMachine(await freePort(), await freePort(), nest.folder(`patroni-${name}`));
    writeFileSync(machine.#file, JSON.stringify(machine.#configuration(name, etcd)));
    const account = unprivileged();
    if (account) for (const path of [machine.#folder, machine.#file]) chownSync(path, account.uid, account.gid);
    machine.startAgain();
    return machine;
  }

  get #file(): string {
    return join(this.#folder, "patroni.yml");
  }

  /** Patroni reads YAML, and every JSON is one. Syncing is left out: processes die here, no machine loses its power. */
  #configuration(name: string, etcd: number): object {
    const at = (port: number) => ({ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` });
    const parameters = {
      fsync: "off",
      wal_log_hints: "on",
      max_connections: 200,
      unix_socket_directories: this.#folder,
    };
    const waits = { ttl: 20, loop_wait: 1, retry_timeout: 5, primary_start_timeout: 0, master_start_timeout: 0 };
    return {
      ...{ scope: "heliograph", name, restapi: at(this.rest), etcd3: { host: `127.0.0.1:${etcd}` } },
      bootstrap: {
        dcs: { ...waits, synchronous_mode: true, postgresql: { use_pg_rewind: true, use_slots: true, parameters } },
        initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      },
      postgresql: {
        ...at(this.port),
        ...{ data_dir: this.#data, bin_dir: standbyPrograms(), pgpass: join(this.#folder, "pgpass") },
        pg_hba: ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
        authentication: {
          superuser: { username: "postgres" },
          replication: { username: "standby" },
          rewind: { username: "rewinder" },
        },
        ...{ remove_data_directory_on_rewind_failure: true, remove_data_directory_on_diverged_timelines: true },
      },
    };
  }

  startAgain(): void {
    const said = openSync(join(this.#folder, "patroni.log"), "a");
    const options = {
      ...unprivileged(),
      cwd: this.#folder,
      stdio: ["ignore", said, said] as ["ignore", number, number],
    };
    this.#child = spawn(patroniProgram, [this.#file], { ...options, env: { ...process.env, LC_ALL: "C" } });
    closeSync(said);
  }

  isPrimary(): Promise<boolean> {
    return this.#says("primary");
  }

  /** A standby that has everything the primary acknowledged. */
  isSynchronous(): Promise<boolean> {
    return this.#says("synchronous");
  }

  async #says(what: string): Promise<boolean> {
    const signal = AbortSignal.timeout(answerMs);
    return fetch(`http://127.0.0.1:${this.rest}/${what}`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** What Patroni said last, without its requests. */
  get lastWords(): string {
    const said = readFileSync(join(this.#folder, "patroni.log"), "utf8").split("\n");
    return said
      .filter((line) => /^20.*(INFO|WARNING|ERROR)/.test(line) && !/processing of request/.test(line))
      .slice(-wordsKept)
      .join("\n");
  }

  get #postmaster(): number | undefined {
    try {
      return Number(readFileSync(join(this.#data, "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return undefined; // not running now
    }
  }

  /** Since it was killed. */
  get hasRestarted(): boolean {
    return this.#postmaster !== undefined && this.#postmaster !== this.#killed;
  }

  /** Every process of the PostgreSQL ends when its first one does. */
  killPostgres(): void {
    this.#killed = this.#postmaster;
    try {
      if (this.#killed !== undefined) process.kill(this.#killed, "SIGKILL");
    } catch {
      // it ended before
    }
  }

  /** As if the machine had lost its power. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "close");
      child.kill("SIGKILL");
      await gone;
    }
    this.killPostgres();
  }
}

/** Two machines, of which one is the primary and the other has everything that was acknowledged. */
export class PatroniPair {
  readonly machines: readonly PatroniMachine[];

  private constructor(machines: readonly PatroniMachine[]) {
    this.machines = machines;
  }

  static async start(nest: ProcessNest): Promise<PatroniPair> {
    const etcd = await startEtcd(nest);
    const [left, right] = ["machine_a", "machine_b"] as const; // "first" would be a word of PostgreSQL's setting
    const one = await PatroniMachine.start(nest, left, etcd);
    await until("a primary", () => one.isPrimary());
    const pair = new PatroniPair([one, await PatroniMachine.start(nest, right, etcd)]);
    await pair.whole();
    return pair;
  }

  async primary(): Promise<PatroniMachine | undefined> {
    for (const machine of this.machines) if (await machine.isPrimary()) return machine;
    return undefined;
  }

  /** A primary, and a standby that may replace it without a loss. */
  async whole(): Promise<void> {
    const isWhole = async (): Promise<boolean> => {
      const primary = await this.primary();
      const standby = this.machines.find((machine) => machine !== primary);
      return primary !== undefined && standby !== undefined && (await standby.isSynchronous());
    };
    await until("a primary and a synchronous standby", isWhole).catch((error: unknown) => {
      throw new Error(this.machines.map(({ lastWords }) => lastWords).join("\n--\n"), { cause: error });
    });
  }

  /** The other one is the primary, or the same again: Patroni decides. */
  async replaced(old: PatroniMachine): Promise<void> {
    await until("another primary", async () => {
      const primary = await this.primary();
      return primary !== undefined && (primary !== old || old.hasRestarted);
    });
    await this.whole();
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await isSo()); await sleep(lookAgainMs))
    if (performance.now() > end) throw new Error(`there was not ${what} in time`);
}
