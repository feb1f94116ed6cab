import { expect, test } from "vitest";
import { type ClusterOfNode, Owners, shardOf } from "../../../core/cluster/index.ts";
import type { DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { TelemetryBlocks } from "../index.ts";
import { SharedPoints } from "./shared-points.ts";

const session = "a session" as MqttSessionId;
const device = "3f1c9d0e-0000-4000-8000-000000000001" as DeviceId;
const here = "this node";
const terms = { bytes: 1_000, bytesPerTenant: 1_000, waitMs: 60_000, waitAtMost: 10, onTrouble: () => undefined };

/** A node whose shard nobody has until `serve`; it stores when `store` says so. */
function nodeWithoutShard() {
  let owner = "";
  const stored = Promise.withResolvers<void>();
  const local = {
    held: [],
    search: {},
    keySearch: {},
    requireHere: () => undefined,
    append: () => stored.promise,
    arrived: async () => ({ wasUnderWay: false, receipts: [] }),
  };
  const view = async () => ({
    members: [{ node: here, log: -2, beat: 1, isLeaving: false }],
    shards: [{ id: shardOf(device), owner, epoch: 1 }],
    orphans: [],
  });
  const line = { answer: () => undefined, hear: () => undefined, tell: () => undefined };
  const cluster = { self: { node: here }, line, owners: new Owners(view) };
  const points = new SharedPoints(local as unknown as TelemetryBlocks, cluster as unknown as ClusterOfNode, terms);
  return { points, store: stored.resolve, serve: () => (owner = here) };
}

test("[MQ7, CLU4] a session is not taken up at the same node while a message of the connection before waits there for an owner", async () => {
  const { points, store, serve } = nodeWithoutShard();
  const receipt = { session, packetId: 7, position: 0 };
  const order: string[] = [];

  const storing = points.append(device, [{ key: "k", ts: epochMs(1), value: 1 }], { receipt });
  const arriving = points.arrived(session, device);
  void storing.then(() => order.push("stored"));
  void arriving.then(() => order.push("taken up"));
  serve();
  setTimeout(store, 200); // long enough for a question that does not wait
  const { wasUnderWay } = await arriving;

  expect(order).toEqual(["stored", "taken up"]);
  expect(wasUnderWay, "the record is to be read again").toBe(true);
});
