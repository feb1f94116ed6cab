import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { ClusterBus } from "../adapters/bus-cluster/cluster-bus.ts";
import { SharedFeed } from "../adapters/telemetry-blocks/shared/shared-feed.ts";
import type { SharedPoints } from "../adapters/telemetry-blocks/shared/shared-points.ts";
import type { LiveCalculations, SharedIntervals } from "../core/calculated-channels/index.ts";
import { type ClusterOfNode, shardOf } from "../core/cluster/index.ts";
import type { DeviceActivity, DeviceStore, DeviceTokens } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { IndexingTime } from "../core/files/index.ts";
import { keepReceipts, type MqttSessionStore } from "../core/mqtt-sessions/index.ts";
import { bytesOf, dataIn } from "../core/node-line/index.ts";
import { type LiveRules, SharedTraces } from "../core/rules/index.ts";
import { learnOwners } from "../core/telemetry/index.ts";
import {
  type CountedHere,
  type HistoryDepths,
  type TenantLimitsBook,
  type Tenants,
  type TenantTraffic,
  UsageElsewhere,
} from "../core/tenants/index.ts";
import type { DeviceId } from "../kernel/ids.ts";
import { repeat } from "../kernel/repeat.ts";

/** Limits that were changed at another node count within this. */
const limitsEveryMs = 1_000;
/** What rules look at beside points may have been written down at another node: it is looked for so often. */
const inputsEveryMs = 500;
/** A shard waits so long for rules that are behind; then it stays, and is given later. */
const passedWithinMs = 5_000;
/** Devices of which something may have been missed are looked at so often at most. */
const learnEveryMs = 30_000;

/** What of a platform other nodes change, too. */
interface Shared {
  readonly events: EventBus;
  readonly tokens: DeviceTokens;
  readonly activity: DeviceActivity;
  readonly mqttSessions: MqttSessionStore;
  readonly tenantLimits: TenantLimitsBook;
  readonly historyDepths: HistoryDepths;
  readonly tenants: Tenants;
  readonly deviceStore: DeviceStore;
  readonly liveRules: LiveRules;
  readonly liveCalculations: LiveCalculations;
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

/** What goes with a device's owner. */
function followShards(
  { owners, self, chores }: ClusterOfNode,
  points: SharedPoints,
  { tokens, activity, events, mqttSessions, tenants, deviceStore, liveRules, liveCalculations }: Shared,
  onTrouble: (error: unknown) => void,
): void {
  const isOurs = (device: DeviceId): boolean => owners.of(shardOf(device)) === self.node;
  tokens.share();
  activity.share(isOurs);
  const learn = atMostEvery(learnEveryMs, () => activity.learn().catch(onTrouble));
  events.subscribe("events-missed", learn);
  points.recordedHolder = (session) => mqttSessions.holderOf(session);
  const { beforeServed, moved } = chores;
  chores.beforeServed = async (shards, receipts) => {
    await beforeServed(shards, receipts);
    if (receipts.length > 0) await mqttSessions.addReceived(receipts);
    points.came(shards);
    await liveRules.tookOver();
    liveCalculations.tookOver((device) => shards.includes(shardOf(device)));
    learnOwners({ tenants, devices: deviceStore, store: points }).catch(onTrouble); // counts follow a little later
    activity.learn().catch(onTrouble);
  };
  chores.beforeFreed = async (shards) => {
    await keepReceipts(points, mqttSessions, 0);
    const followers = [liveRules, liveCalculations];
    for (const follower of followers) follower.awaited(true);
    const hasPassed = points.whenPassed().then(() => true);
    const isPassed = await Promise.race([hasPassed, sleep(passedWithinMs, false, { ref: false })]);
    for (const follower of followers) follower.awaited(false);
    if (!isPassed) throw rulesBehind();
    await liveRules.giveUp((device) => shards.includes(shardOf(device)));
  };
  chores.moved = () => {
    moved();
    liveRules.changed(); // of those that came, what falls due has to be known
  };
}

const rulesBehind = (): Error =>
  new Error("rules or calculated channels are behind: the devices stay here until these have seen all of their points");

/** Not more often than that, and once more when somebody asked meanwhile. */
function atMostEvery(ms: number, work: () => Promise<void>): () => void {
  let [isResting, isAsked] = [false, false];
  const go = (): void => {
    isAsked = isResting;
    if (isResting) return;
    isResting = true;
    void work();
    setTimeout(() => {
      isResting = false;
      if (isAsked) go();
    }, ms).unref();
  };
  return go;
}
