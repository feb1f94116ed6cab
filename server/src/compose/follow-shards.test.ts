import { expect, test } from "vitest";
import { type ShardChores, shardOf } from "../core/cluster/index.ts";
import type { Receipt } from "../core/telemetry/index.ts";
import { type DeviceId, newId } from "../kernel/ids.ts";
import { followShards } from "./follow-shards.ts";

const device = newId<DeviceId>();
const receipt: Receipt = { session: "s" as never, packetId: 7, position: 9 };

/** Parts that write down what they are told, each by its name. */
function followed(whenPassed: () => Promise<void> = async () => undefined) {
  const told: string[] = [];
  const note = (what: string) => async () => void told.push(what);
  const chores: ShardChores = { beforeServed: note("kept"), beforeFreed: note("freed"), moved: () => undefined };
  const awaited = (who: string) => (is: boolean) => void told.push(`${who} ${is ? "is" : "are not"} waited for`);
  const followers = {
    tokens: { share: () => undefined },
    activity: { share: () => undefined, learn: async () => undefined },
    events: { subscribe: () => undefined },
    mqttSessions: { addReceived: (all: readonly Receipt[]) => note(`receipts ${all.length}`)() },
    tenants: { stream: async function* () {} },
    liveRules: {
      tookOver: note("rules took over"),
      giveUp: note("rules gave up"),
      awaited: awaited("rules"),
      changed: () => told.push("rules changed"),
    },
    liveCalculations: {
      tookOver: (isIts: (device: DeviceId) => boolean) => told.push(`calculations took over: ${isIts(device)}`),
      awaited: awaited("calculations"),
    },
  };
  const points = { came: () => told.push("points came"), unsaved: () => [], whenPassed };
  const shares = { owners: { of: () => "n1" }, self: { node: "n1" }, chores };
  followShards(shares as never, points as never, followers as never, (error) => told.push(String(error)), 1);
  return { chores, told };
}

test("[CLU3, MQ7] receipts of a node that is gone are known before its points are served, and who follows points hears of it", async () => {
  const { chores, told } = followed();

  await chores.beforeServed([shardOf(device)], [receipt]);

  expect(told).toEqual(["kept", "receipts 1", "points came", "rules took over", "calculations took over: true"]);
});

test("[CLU3] shards are given when rules and channels have seen their points; until then they stay", async () => {
  const { chores, told } = followed();
  await chores.beforeFreed([shardOf(device)]);
  expect(told.at(-1)).toBe("rules gave up");

  const behind = followed(() => new Promise(() => undefined));
  await expect(behind.chores.beforeFreed([shardOf(device)])).rejects.toThrow("are behind");
  expect(behind.told).not.toContain("rules gave up");
  expect(behind.told.slice(-2)).toEqual(["rules are not waited for", "calculations are not waited for"]);
});
