import { Gauge, type Registry } from "prom-client";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import type { ClusterOfNode, ClusterView } from "../core/cluster/index.ts";
import { sharedAnswer } from "./shared-answer.ts";

interface Measured {
  readonly registry: Registry;
  readonly cluster: Pick<ClusterOfNode, "membership" | "line" | "view" | "problem"> | undefined;
  readonly telemetryStore: Pick<TelemetryBlocks, "held">;
}

/** One look at the database serves all metrics of a scrape. */
const lookEveryMs = 2_000;

/** This node as one of several, and who has which shard; nothing where it is alone [CLU6]. */
export function measureCluster({ registry, cluster, telemetryStore }: Measured): void {
  if (!cluster) return;
  const now = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(value());
      },
    });
  now("heliograph_cluster_fresh", "1 while this node has shown the others in time that it lives", () =>
    cluster.membership.isFresh ? 1 : 0,
  );
  now("heliograph_cluster_line_connected", "1 while NATS is reached", () => (cluster.line.isConnected ? 1 : 0));
  now("heliograph_cluster_able", "1 while nothing keeps this node from being one of several", () =>
    cluster.problem === undefined ? 1 : 0,
  );
  now("heliograph_cluster_shards_held", "Shards whose devices this node has", () => telemetryStore.held.length);
  measureView(
    registry,
    sharedAnswer(lookEveryMs, () => cluster.view()),
  );
}

/** As the database says: the same on every node, so that one that lives tells of those that do not. */
function measureView(registry: Registry, view: () => Promise<ClusterView>): void {
  const seen = (name: string, help: string, value: (found: ClusterView) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        this.set(await view().then(value, () => Number.NaN));
      },
    });
  seen("heliograph_cluster_members", "Nodes that take part", ({ members }) => members.length);
  seen("heliograph_cluster_shards_free", "Shards that nobody has at the moment", ({ shards }) => freeIn(shards));
  seen("heliograph_cluster_orphaned_logs", "Logs of nodes that are gone and not yet in blocks", ({ orphans }) => {
    return orphans.length;
  });
  new Gauge({
    ...{ name: "heliograph_cluster_shard_epoch", help: "How often a shard has changed hands", labelNames: ["shard"] },
    registers: [registry],
    async collect() {
      const found = await view().catch(() => undefined);
      for (const { id, epoch } of found?.shards ?? []) this.set({ shard: String(id) }, epoch);
    },
  });
}

const freeIn = (shards: ClusterView["shards"]): number => shards.filter(({ owner }) => owner === "").length;
