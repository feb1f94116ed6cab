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
  readonly nodes: readonly ChildNode[];
  readonly #url: string;
  readonly #server: PostgresServer;
  readonly #nats: NatsServer;
  readonly #undo: AsyncDisposableStack;

  private constructor(
    nodes: readonly ChildNode[],
    url: string,
    server: PostgresServer,
    nats: NatsServer,
    undo: AsyncDisposableStack,
  ) {
    [this.nodes, this.#url, this.#server, this.#nats, this.#undo] = [nodes, url, server, nats, undo];
  }

  static async start(count: number, server: PostgresServer): Promise<Nodes> {
    await using undo = new AsyncDisposableStack();
    const [nats, s3] = [undo.use(await NatsServer.start()), undo.use(await S3Server.start())];
    const url = await fresh(server, `nodes_${count}`);
    const env = {
      ...settingsInS3(s3, "bench"),
      HELIO_DATABASE_URL: url,
      HELIO_SECRET: "a secret of all the nodes",
      HELIO_NATS_URL: `nats://${nats.address}`,
    };
    const nodes: ChildNode[] = [];
    for (let at = 0; at < count; at++) {
      const node = await startChildNode({ ...env, HELIO_NODE_NAME: nameOf(at) });
      undo.defer(() => node.stop());
      nodes.push(node);
    }
    return new Nodes(nodes, url, server, nats, undo.move());
  }

  /** Which of the nodes has the device, as the database says. */
  async ownerOf(device: string): Promise<number> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    const { rows } = await client.query(owner, [shardOf(device as DeviceId)]);
    await client.end();
    return this.nodes.findIndex((_, at) => nameOf(at) === rows[0]?.place);
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
