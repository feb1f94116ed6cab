// What the nodes of `npm run cluster` share: a PostgreSQL, an S3 and a NATS, of the settings where those are given and else of their own.
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/free-port.ts";
import { findPostgres } from "../../test/support/postgres-programs.ts";
import { testBucket } from "../../test/support/s3-objects.ts";
import { S3Server, s3Keys } from "../../test/support/s3-server.ts";
import { Child } from "./child.ts";

export interface SharedServers {
  /** As the nodes are told of them. */
  readonly env: Readonly<Record<string, string>>;
  /** For people, one line each. */
  readonly places: readonly string[];
  end(): Promise<void>;
}

/** Something that is needed and not there; said in one line. */
export class MissingError extends Error {
  override readonly name = "MissingError";
}

const natsProgram = "nats-server";
const lookAgainMs = 50;
const patienceMs = 60_000;

interface Server {
  readonly env: Readonly<Record<string, string>>;
  readonly place: string;
  end(): Promise<void>;
}

const given = (place: string): Server => ({ env: {}, place, end: async () => undefined });

/** In the order in which they are to end, the last first. */
export async function startSharedServers(folder: string, settings: NodeJS.ProcessEnv): Promise<SharedServers> {
  const servers: Server[] = [];
  const end = async (): Promise<void> => {
    for (const server of servers.toReversed()) await server.end();
  };
  try {
    for (const start of [startPostgres, startS3, startNats]) servers.push(await start(folder, settings));
  } catch (error) {
    await end();
    throw error;
  }
  const env = Object.assign({}, ...servers.map((server) => server.env)) as Record<string, string>;
  return { env, places: servers.map(({ place }) => place), end };
}

async function startPostgres(_folder: string, settings: NodeJS.ProcessEnv): Promise<Server> {
  if (settings["HELIO_DATABASE_URL"]) return given("PostgreSQL  of HELIO_DATABASE_URL");
  const programs = findPostgres(false);
  if (!programs)
    throw new MissingError(
      "PostgreSQL is missing: install it (Debian: apt install postgresql), or name one in HELIO_DATABASE_URL",
    );
  const { bin, account } = programs;
  const home = mkdtempSync(join(tmpdir(), "heliograph-cluster-postgresql-")); // beside the others': it may run as nobody
  if (account) chownSync(home, account.uid, account.gid);
  const options = { ...account, cwd: home, env: { ...process.env, LC_ALL: "C" } };
  const initdb = ["-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"];
  execFileSync(join(bin, "initdb"), initdb, { ...options, stdio: "ignore" });
  const port = await freePort();
  const end = async (): Promise<void> => {
    await child.end("SIGINT");
    rmSync(home, { recursive: true, force: true });
  };
  const flags = ["-D", "data", "-p", String(port), "-h", "127.0.0.1", "-k", home, "-c", "max_connections=300"];
  const child = new Child(join(bin, "postgres"), flags, options);
  await child.said(/ready to accept connections/);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { env: { HELIO_DATABASE_URL: url }, place: `PostgreSQL  ${url}`, end };
}

async function startS3(_folder: string, settings: NodeJS.ProcessEnv): Promise<Server> {
  if (settings["HELIO_FILES_URL"]) return given("S3          of HELIO_FILES_URL");
  const server = await S3Server.start();
  const env = {
    HELIO_FILES_URL: `s3://${testBucket}/cluster`,
    HELIO_S3_ENDPOINT: server.endpoint,
    HELIO_S3_ACCESS_KEY: s3Keys.accessKeyId,
    HELIO_S3_SECRET_KEY: s3Keys.secretAccessKey,
  };
  return { env, place: `S3          ${server.endpoint}, in memory`, end: () => server[Symbol.asyncDispose]() };
}

async function startNats(folder: string, settings: NodeJS.ProcessEnv): Promise<Server> {
  if (settings["HELIO_NATS_URL"]) return given("NATS        of HELIO_NATS_URL");
  if (spawnSync(natsProgram, ["-v"]).error)
    throw new MissingError(
      "nats-server is missing: install it (Debian: apt install nats-server), or name one in HELIO_NATS_URL",
    );
  const [port, file] = [await freePort(), join(folder, "nats.conf")];
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n`);
  const child = new Child(natsProgram, ["-c", file]);
  await untilAccepting(port, child);
  const url = `nats://127.0.0.1:${port}`;
  return { env: { HELIO_NATS_URL: url }, place: `NATS        ${url}`, end: () => child.end() };
}

async function untilAccepting(port: number, child: Child): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await accepts(port)); await sleep(lookAgainMs))
    if (child.hasEnded || performance.now() > end) throw new Error(`nats-server did not start:\n${child.output}`);
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise<boolean>((resolve) => {
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
