import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { newId, type OutboxId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { Lease } from "../leases/index.ts";
import { Courier, type OutboxEntry } from "./index.ts";

const entry: OutboxEntry = {
  ...{ id: newId<OutboxId>(), tenantId: null, topic: "test", key: "one", summary: "about one", body: "{}" },
  ...{ createdTime: epochMs(1), notAfter: null, attempts: 0, nextAttempt: epochMs(1) },
  ...{ givenUpTime: null, failure: null },
};
const limits = {
  ...{ attempts: 3, firstDelayMs: 1, longestDelayMs: 1 },
  ...{ atOnce: 4, perTenant: 2, together: 1 },
};

test("[RUL3] one that is stopped while it looks ends what it is about to begin before others may have its lease", async () => {
  const happened: string[] = [];
  const asked = Promise.withResolvers<readonly OutboxEntry[]>();
  const store = {
    due: () => asked.promise,
    delivered: async () => void happened.push("recorded"),
    failed: async () => undefined,
    giveUp: async () => undefined,
  };
  const leases = { take: async () => true, release: async () => void happened.push("released") };
  const clock = () => epochMs(1_000);
  const lease = new Lease({ store: leases, clock }, "outbox", 10_000);
  await lease.hold();
  const consumers = [{ topic: "test", deliver: async () => void happened.push("delivered") }];
  const log = { failed: () => undefined, givenUp: () => undefined, error: () => undefined, goesOn: () => undefined };
  const courier = new Courier({ store, lease, sealer: { open: (body) => body }, consumers, clock, log }, limits);
  const running = courier.start();
  courier.wake();

  const stopped = running.stop();
  await setImmediate();
  asked.resolve([entry]);
  await stopped;

  expect(happened).toEqual(["delivered", "recorded", "released"]);
});
