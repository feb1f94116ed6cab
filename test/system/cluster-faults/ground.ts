import pg from "pg";
import { hasProgram } from "../../support/debian-package.ts";
import { freePort } from "../../support/free-port.ts";
import { Haproxy } from "../../support/haproxy.ts";
import { hasNats, NatsServer } from "../../support/nats-server.ts";
import { PatroniPair, standbyPrograms } from "../../support/patroni.ts";
import type { ProcessNest } from "../../support/process-nest.ts";
import { S3Server } from "../../support/s3-server.ts";
import { settingsInS3 } from "../../support/settings-in-s3.ts";
import { FaultyNode } from "./node.ts";

const nodeNames = ["one", "two", "three"];
const natsCount = 3;
const lost = "several nodes are not tested with failing servers";

/** True where everything a real cluster needs is there. */
export const hasGround = (): boolean =>
  hasNats() &&
  hasProgram("etcd", "--version", ["etcd-server"], lost) &&
  hasProgram("haproxy", "-v", ["haproxy"], lost) &&
  hasProgram("patroni", "--version", ["patroni"], lost) &&
  hasProgram("pg_basebackup", "--version", ["postgresql"], lost) &&
  standbyPrograms() !== undefined;

const settings = {
  HELIO_LOG_LEVEL: "error",
  HELIO_SECRET: "a secret of all the nodes",
  HELIO_ACCESS_TOKEN_LIFETIME: "1d", // longer than a clock is ever wrong
  HELIO_CLUSTER_LEASE: "5s", // on a machine that is busy with all of this
  HELIO_DATABASE_TIMEOUT: "5s",
  HELIO_TELEMETRY_READERS: "1",
  HELIO_MQTT_THREADS: "0",
};

/** Three nodes behind a balancer, three NATS, a PostgreSQL with a synchronous standby under Patroni, an S3. */
export class Ground implements AsyncDisposable {
  readonly nodes: readonly FaultyNode[];
  readonly nats: readonly NatsServer[];
  readonly database: PatroniPair;
  readonly s3: S3Server;
  readonly balancer: Haproxy;
  readonly #undo: AsyncDisposableStack;

  private constructor(
    parts: Pick<Ground, "nodes" | "nats" | "database" | "s3" | "balancer">,
    undo: AsyncDisposableStack,
  ) {
    ({ nodes: this.nodes, nats: this.nats, database: this.database, s3: this.s3, balancer: this.balancer } = parts);
    this.#undo = undo;
  }

  /** Everything it starts has its temporary files in the nest, and ends with it. */
  static async make(nest: ProcessNest): Promise<Ground> {
    await using undo = new AsyncDisposableStack();
    const s3 = undo.use(await S3Server.start());
    const nats = await startNats(undo);
    const database = await PatroniPair.start(nest);
    const primary = database.machines.map(({ port, rest }) => ({ port, checkedAt: rest }));
    const way = undo.use(await Haproxy.start(nest, [{ name: "postgres", check: "/primary", servers: primary }]));
    await makeDatabase((await database.primary())?.port ?? 0); // the balancer believes in all until it has asked
    const servers = {
      databasePort: way.portOf("postgres"),
      natsPorts: nats.map(({ port }) => port),
      env: { ...settings, ...settingsInS3(s3, "campaign") },
    };
    const nodes: FaultyNode[] = [];
    for (const name of nodeNames) nodes.push(undo.use(await FaultyNode.of(name, nest.folder(name), servers)));
    const balancer = undo.use(await Haproxy.start(nest, balanced(nodes)));
    return new Ground({ nodes, nats, database, s3, balancer }, undo.move());
  }

  get port(): number {
    return this.balancer.portOf("http");
  }

  get mqttPort(): number {
    return this.balancer.portOf("mqtt");
  }

  /** How nodes ended by themselves since they were asked last. */
  takeEndings(): string[] {
    return this.nodes.flatMap(({ endings }) => endings.splice(0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#undo.disposeAsync();
  }
}

const balanced = (nodes: readonly FaultyNode[]) =>
  (["http", "mqtt"] as const).map((name) => ({
    ...{ name, check: "/health/ready" },
    servers: nodes.map(({ doors }) => ({ port: doors[name], checkedAt: doors.http })),
  }));

/** One NATS of three servers that tell clients nothing of each other: they are met by cables only. */
async function startNats(undo: AsyncDisposableStack): Promise<NatsServer[]> {
  const ports: number[] = [];
  while (ports.length < natsCount) ports.push(await freePort());
  const routes = ports.map((port) => `nats-route://127.0.0.1:${port}`).join(", ");
  const servers: NatsServer[] = [];
  for (const port of ports) {
    const cluster = `{ name: campaign, listen: "127.0.0.1:${port}", no_advertise: true, routes: [${routes}] }`;
    servers.push(undo.use(await NatsServer.start(`cluster: ${cluster}`)));
  }
  return servers;
}

/** For an account that may do nothing else [CLU1]. */
async function makeDatabase(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("create role helio login");
  await client.query("create database helio owner helio");
  await client.end();
}
