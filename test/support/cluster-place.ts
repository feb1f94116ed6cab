import { hasNats, NatsServer } from "./nats-server.ts";
import { createMigratedDatabase, createPostgresDatabase, hasPostgres } from "./postgres-database.ts";
import { testBucket } from "./s3-objects.ts";
import { S3Server, s3Keys } from "./s3-server.ts";

export const hasCluster = (): boolean => hasPostgres() && hasNats();

/** What nodes of a cluster share: a PostgreSQL, an S3, a NATS. */
export class ClusterPlace implements AsyncDisposable {
  readonly url: string;
  readonly s3: S3Server;
  readonly nats: NatsServer;

  static async start(makeDatabase = createMigratedDatabase): Promise<ClusterPlace> {
    return new ClusterPlace(await makeDatabase(), await S3Server.start(), await NatsServer.start());
  }

  /** One whose PostgreSQL knows no tables yet. */
  static onNothing(): Promise<ClusterPlace> {
    return ClusterPlace.start(createPostgresDatabase);
  }

  private constructor(url: string, s3: S3Server, nats: NatsServer) {
    this.url = url;
    this.s3 = s3;
    this.nats = nats;
  }

  /** As whoever starts a node would set it. */
  get env(): Record<string, string> {
    return {
      HELIO_DATABASE_URL: this.url,
      HELIO_FILES_URL: `s3://${testBucket}/cluster`,
      HELIO_S3_ENDPOINT: this.s3.endpoint,
      HELIO_S3_ACCESS_KEY: s3Keys.accessKeyId,
      HELIO_S3_SECRET_KEY: s3Keys.secretAccessKey,
      HELIO_SECRET: "a secret of all the nodes",
      HELIO_CLUSTER_LEASE: "8s", // a machine that is busy with other tests
      HELIO_NATS_URL: `nats://${this.nats.address}`,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nats[Symbol.asyncDispose]();
    await this.s3[Symbol.asyncDispose]();
  }
}
