// `npm run cluster`: several nodes that are one platform, with a PostgreSQL, an S3 and a NATS, on this machine, for trying it out [CLU6].
// CLUSTER_NODES says how many (3); what HELIO_DATABASE_URL, HELIO_FILES_URL and HELIO_NATS_URL name is used, the rest is started and goes
// with the cluster. All other settings are those of every node.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child } from "./cluster/child.ts";
import { MissingError, startSharedServers } from "./cluster/shared-servers.ts";

const nodesAtMost = 9;
const program = new URL("../server/dist/current/main.js", import.meta.url).pathname;
const count = Number(process.env["CLUSTER_NODES"] ?? 3);
const stopRequested = Promise.withResolvers<void>();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stopRequested.resolve());
// Where the terminal is gone nobody reads what is said; what was started has to end all the same.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

interface ClusterNode {
  readonly name: string;
  readonly child: Child;
  readonly http: string;
  readonly mqtt: string;
}

try {
  await run();
} catch (error) {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${error instanceof MissingError ? `heliograph: ${error.message}` : words}\n`);
  process.exitCode = 1;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function run(): Promise<void> {
  if (!Number.isInteger(count) || count < 1 || count > nodesAtMost)
    throw new MissingError(`CLUSTER_NODES is a number from 1 to ${nodesAtMost}, not ${process.env["CLUSTER_NODES"]}`);
  const folder = mkdtempSync(join(tmpdir(), "heliograph-cluster-"));
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const shared = await startSharedServers(folder, process.env);
  undo.defer(() => shared.end());
  const password = process.env["HELIO_ADMIN_PASSWORD"] ?? randomBytes(9).toString("base64url");
  const own = { HELIO_ADMIN_PASSWORD: password, HELIO_SECRET: randomBytes(24).toString("base64url") };
  const nodes: ClusterNode[] = [];
  for (let n = 1; n <= count; n++) nodes.push(await startNode(folder, `node ${n}`, { ...own, ...shared.env }, undo));
  say(welcome(nodes, shared.places, password));
  await stopRequested.promise;
  say("ending: each node hands its devices to the others ...");
}

async function startNode(
  folder: string,
  name: string,
  env: Record<string, string>,
  undo: AsyncDisposableStack,
): Promise<ClusterNode> {
  const data = join(folder, name.replace(" ", "-"));
  mkdirSync(data);
  const ports = { HELIO_HOST: "127.0.0.1", HELIO_HTTP_PORT: "0", HELIO_MQTT_PORT: "0" };
  const settings = { HELIO_LOG_LEVEL: "warn", ...ports, ...env, ...process.env };
  const child = new Child(process.execPath, [program], {
    env: { ...settings, HELIO_DATA_DIR: data, HELIO_NODE_NAME: name },
  });
  undo.defer(() => child.end());
  void child.exited.then(() => {
    if (!child.isEnding) say(`${name} (process ${child.pid}) has ended; the others take over its devices`);
  });
  const [, http = ""] = await child.said(/ready at (http:\/\/\S+?:\d+)/);
  const [, mqtt = ""] = await child.said(/(mqtt:\/\/\S+?:\d+)/);
  return { name, child, http, mqtt };
}

function welcome(nodes: readonly ClusterNode[], places: readonly string[], password: string): string {
  const lines = nodes.map(({ name, http, mqtt, child }) => `  ${name}   ${http}   ${mqtt}   process ${child.pid}`);
  const user = process.env["HELIO_ADMIN_USERNAME"] ?? "admin";
  return [
    `Cluster: ${nodes.length} nodes, any of them serves any device and any user; log in as ${user} with password ${password}`,
    ...lines,
    ...places.map((place) => `  ${place}`),
    `(kill -9 a process to see the others take over; what was started here is forgotten in the end; Ctrl+C ends it)`,
  ].join("\n");
}
