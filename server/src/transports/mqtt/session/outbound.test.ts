import { expect, test } from "vitest";
import { firstCallId, firstVolatileId, type InFlight, Outbound } from "./outbound.ts";

const message = (payload: string, onAcknowledged?: () => void) => ({
  topic: "t",
  payload,
  qos: 1 as const,
  dup: false,
  subscriptionIds: [],
  onAcknowledged,
});
const launched = (result: InFlight | "stuck" | undefined): InFlight => {
  if (typeof result !== "object") throw new Error("expected it to be sent");
  return result;
};

test("[MQTT-3.3.4-7] no more are in flight than the window; the next goes out when one is acknowledged", () => {
  const outbound = new Outbound(2);
  const first = launched(outbound.offer(message("1")));
  launched(outbound.offer(message("2")));

  expect(outbound.offer(message("3"))).toBeUndefined();
  expect(outbound.acknowledged(first.messageId)?.payload).toBe("3");
  expect(outbound.room).toBe(0);
});

test("an acknowledgement is told once, and one nobody waits for is nothing", () => {
  const outbound = new Outbound(5);
  let told = 0;
  const { messageId } = launched(outbound.offer(message("1", () => told++)));

  outbound.acknowledged(messageId);
  outbound.acknowledged(messageId);
  outbound.acknowledged(77);

  expect(told).toBe(1);
});

test("[REL2] a device that acknowledges nothing is stuck at some point", () => {
  const outbound = new Outbound(1);
  const results = Array.from({ length: 1_000 }, (_, n) => outbound.offer(message(String(n))));

  expect(results.at(-1)).toBe("stuck");
});

test("[REL2] few large messages that nobody acknowledges are too much, too", () => {
  const outbound = new Outbound(1);
  const large = "x".repeat(500_000);
  const results = Array.from({ length: 5 }, () => outbound.offer(message(large)));

  expect(results.map((result) => typeof result)).toEqual(["object", "undefined", "undefined", "undefined", "string"]);
});

test("identifiers stay between those of the durable queue and those of calls, and are not used twice at once", () => {
  const outbound = new Outbound(40_000);
  const ids = Array.from(
    { length: firstCallId - firstVolatileId },
    () => launched(outbound.offer(message(""))).messageId,
  );

  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.min(...ids)).toBe(firstVolatileId);
  expect(Math.max(...ids)).toBe(firstCallId - 1);
});
