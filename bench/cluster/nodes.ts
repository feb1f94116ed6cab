import { randomUUID } from "node:crypto";
import pg from "pg";
import { shardOf } from "../../server/src/core/cluster/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { NatsServer } from "../../test/support/nats-server.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { S3Server } from "../../test/support/s3-server.ts";
import { settingsInS3 } from "../../test/support/settings-in-s3.ts";
import { type ChildNode, startChildNode } from "../child-node.ts";
import { secondsOf, secondsOfProcess } from "./cpu.ts";
import { fresh } from "./servers.ts";

const owner = "select place from points_shard join cluster_member on node = owner where id = $1";
const nameOf = (at: number): string => `node ${at}`;

/** So many nodes on a database of their own, with a NATS and an S3. */
export class Nodes implements AsyncDisposable {
  readonly nodes: ChildNode[];
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #gone = new Set<number>();
  readonly #server: PostgresServer;
  readonly #nats: NatsServer;
  readonly #undo: AsyncDisposableStack;

  private constructor(
    nodes: ChildNode[],
    env: Record<string, string>,
    url: string,
    server: PostgresServer,
    nats: NatsServer,
    undo: AsyncDisposableStack,
  ) {
    [this.nodes, this.#env, this.url] = [nodes, env, url];
    [this.#server, this.#nats, this.#undo] = [server, nats, undo];
  }

  static async start(count: number, server: PostgresServer, more: Record<string, string> = {}): Promise<Nodes> {
    await using undo = new AsyncDisposableStack();
    const [nats, s3] = [undo.use(await NatsServer.start()), undo.use(await S3Server.start())];
    const url = await fresh(server, `nodes_${count}_${randomUUID().slice(0, 8)}`);
    const env = {
      ...settingsInS3(s3, "bench"),
      HELIO_DATABASE_URL: url,
      HELIO_SECRET: "a secret of all the nodes",
      HELIO_NATS_URL: `nats://${nats.address}`,
      ...more,
    };
    const nodes: ChildNode[] = [];
    undo.defer(() => endAll(nodes));
    for (let at = 0; at < count; at++) nodes.push(await startChildNode({ ...env, HELIO_NODE_NAME: nameOf(at) }));
    return new Nodes(nodes, env, url, server, nats, undo.move());
  }

  /** Where devices are served, but at those that were killed. */
  get ports(): readonly number[] {
    return this.nodes.filter((_, at) => !this.#gone.has(at)).map(({ mqttPort }) => mqttPort);
  }

  forget(at: number): void {
    this.#gone.add(at);
  }

  /** Another one in the place of one that was killed. */
  async replace(at: number): Promise<void> {
    this.nodes[at] = await startChildNode({ ...this.#env, HELIO_NODE_NAME: nameOf(at) });
    this.#gone.delete(at);
  }

  /** What the database calls the member that one of the nodes is now. */
  async memberOf(at: number): Promise<string> {
    const question = "select node from cluster_member where place = $1 order by log limit 1";
    return (await this.#ask(question, nameOf(at)))?.["node"] ?? "";
  }

  async #ask(question: string, value: unknown): Promise<Record<string, string> | undefined> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    const { rows } = await client.query(question, [value]);
    await client.end();
    return rows[0];
  }

  /** Which of the nodes has the device, as the database says. */
  async ownerOf(device: string): Promise<number> {
    const found = await this.#ask(owner, shardOf(device as DeviceId));
    return this.nodes.findIndex((_, at) => nameOf(at) === found?.["place"]);
  }

  /** Of all nodes, the NATS and the PostgreSQL. */
  cpuSeconds(): Readonly<Record<"nodes" | "NATS" | "PostgreSQL", number>> {
    return {
      nodes: this.nodes.reduce((sum, node) => sum + secondsOfProcess(node.process.pid ?? 0), 0),
      NATS: secondsOfProcess(this.#nats.pid),
      PostgreSQL: secondsOf(this.#server),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#undo.disposeAsync();
  }
}

/** One that was killed and has no other in its place has ended already. */
async function endAll(nodes: readonly ChildNode[]): Promise<void> {
  const running = nodes.filter(({ process }) => process.exitCode === null && process.signalCode === null);
  await Promise.all(running.map((node) => node.stop()));
}
