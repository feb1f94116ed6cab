import type { Logger } from "pino";
import { ClusterBus } from "../adapters/bus-cluster/cluster-bus.ts";
import { SharedFeed } from "../adapters/telemetry-blocks/shared/shared-feed.ts";
import type { SharedPoints } from "../adapters/telemetry-blocks/shared/shared-points.ts";
import type { LiveCalculations, SharedIntervals } from "../core/calculated-channels/index.ts";
import { type ClusterOfNode, shardOf } from "../core/cluster/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { IndexingTime } from "../core/files/index.ts";
import { bytesOf, dataIn } from "../core/node-line/index.ts";
import { SharedTraces } from "../core/rules/index.ts";
import {
  type CountedHere,
  type HistoryDepths,
  type TenantLimitsBook,
  type TenantTraffic,
  UsageElsewhere,
} from "../core/tenants/index.ts";
import type { DeviceId } from "../kernel/ids.ts";
import { repeat } from "../kernel/repeat.ts";
import { followShards, type ShardFollowers } from "./follow-shards.ts";

/** Limits that were changed at another node count within this. */
const limitsEveryMs = 1_000;
/** What rules look at beside points may have been written down at another node: it is looked for so often. */
const inputsEveryMs = 500;

/** What of a platform other nodes change, too. */
interface Shared extends ShardFollowers {
  readonly tenantLimits: TenantLimitsBook;
  readonly historyDepths: HistoryDepths;
  readonly traffic: TenantTraffic;
  readonly indexingTime: IndexingTime;
}

/** What makes the parts of this node parts of a platform of several [CLU2]. */
export function shareNode(cluster: ClusterOfNode, points: SharedPoints, logger: Logger) {
  const onTrouble = (error: unknown): void => logger.warn({ err: error }, "something between the nodes failed");
  let bus: ClusterBus | undefined;
  const feed = new SharedFeed(cluster, points, onTrouble);
  const usage = new UsageElsewhere(cluster.line, cluster.owners);
  points.onStored = (device, batch) => feed.stored(device, batch);
  return {
    feed,
    usage,
    traces: new SharedTraces(cluster, onTrouble),
    intervals: sharedIntervals(cluster, points),
    /** As the points see it, who know it first. */
    isOurs: (device: DeviceId): boolean => points.has(device),
    bus: (local: EventBus): EventBus => {
      bus = new ClusterBus(local, cluster.line, cluster.owners, cluster.self.node);
      return bus;
    },
    start: (platform: Shared): (() => Promise<void>) => {
      followShards(cluster, points, platform, onTrouble);
      takeLate(cluster, platform);
      points.countElsewhere((tenant) => usage.of(tenant).series);
      platform.indexingTime.elsewhere = (tenant) => usage.of(tenant).indexingMs;
      const limits = repeat(limitsEveryMs, onTrouble, async () => {
        await platform.tenantLimits.load();
        await platform.historyDepths.load();
      });
      const inputs = repeat(inputsEveryMs, onTrouble, async () => platform.liveRules.inputsCame(0));
      const counting = usage.start(countedHere(points, platform), onTrouble);
      const ends = [bus?.start(), feed.start(), counting, () => limits.stop(), () => inputs.stop()];
      return async () => void (await Promise.all(ends.map((end) => end?.())));
    },
  };
}

const countedHere = (points: SharedPoints, { traffic, indexingTime }: Shared): CountedHere => ({
  tenants: function* () {
    for (const counted of [points.tenantsHere(), traffic.tenants(), indexingTime.tenants()]) yield* counted;
  },
  of: (tenant) => ({
    ...traffic.of(tenant),
    series: points.seriesOf(tenant),
    indexingMs: indexingTime.hereOf(tenant),
  }),
});

const late = { name: "calculated-late", version: 1 } as const;

interface LateSpans {
  readonly channel: Parameters<LiveCalculations["takeLate"]>[0];
  readonly spans: Parameters<LiveCalculations["takeLate"]>[1];
}

/** Points that came too late for intervals are told to who has the device of the channel; without an owner it is tried again. */
const sharedIntervals = ({ line, owners, self }: ClusterOfNode, points: SharedPoints): SharedIntervals => ({
  isOurs: (device) => points.has(device),
  tellLate: async (target, channel, spans) => {
    const owner = owners.of(shardOf(target));
    if (owner === undefined || owner === self.node) throw new Error("a calculated channel changes hands");
    await line.ask(owner, late, bytesOf({ channel, spans } satisfies LateSpans));
  },
});

function takeLate({ line }: ClusterOfNode, { liveCalculations }: Pick<Shared, "liveCalculations">): void {
  line.answer(late, async ({ body }) => {
    const { channel, spans } = dataIn<LateSpans>(body);
    liveCalculations.takeLate(channel, spans);
    return new Uint8Array();
  });
}
