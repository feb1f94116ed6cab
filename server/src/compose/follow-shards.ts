import { setTimeout as sleep } from "node:timers/promises";
import type { SharedPoints } from "../adapters/telemetry-blocks/shared/shared-points.ts";
import type { LiveCalculations } from "../core/calculated-channels/index.ts";
import { type ClusterOfNode, shardOf } from "../core/cluster/index.ts";
import type { DeviceActivity, DeviceStore, DeviceTokens } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import { keepReceipts, type MqttSessionStore } from "../core/mqtt-sessions/index.ts";
import type { LiveRules } from "../core/rules/index.ts";
import { learnOwners } from "../core/telemetry/index.ts";
import type { Tenants } from "../core/tenants/index.ts";
import type { DeviceId } from "../kernel/ids.ts";

/** A shard waits so long for rules that are behind; then it stays, and is given later. */
const passedWithinMs = 5_000;
/** Devices of which something may have been missed are looked at so often at most. */
const learnEveryMs = 30_000;

/** What goes with a device's owner. */
export interface ShardFollowers {
  readonly events: EventBus;
  readonly tokens: DeviceTokens;
  readonly activity: DeviceActivity;
  readonly mqttSessions: MqttSessionStore;
  readonly tenants: Tenants;
  readonly deviceStore: DeviceStore;
  readonly liveRules: LiveRules;
  readonly liveCalculations: LiveCalculations;
}

/** What comes with shards is there before they are served, and what goes with them is passed before they are freed [CLU3]. */
export function followShards(
  { owners, self, chores }: Pick<ClusterOfNode, "owners" | "self" | "chores">,
  points: SharedPoints,
  { tokens, activity, events, mqttSessions, tenants, deviceStore, liveRules, liveCalculations }: ShardFollowers,
  onTrouble: (error: unknown) => void,
  patienceMs = passedWithinMs,
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
    const isPassed = await Promise.race([hasPassed, sleep(patienceMs, false, { ref: false })]);
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
