import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { AppError } from "../../../kernel/errors.ts";
import { Bridge } from "./bridge.ts";

const mib = 1_024 * 1_024;

/** Two ends of a line in one thread. */
function bridged<Theirs extends Record<string, (...args: never[]) => unknown>>(theirs: Theirs) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const lost: unknown[] = [];
  const ours = new Bridge<Record<string, never>, Theirs>(port1, {}, () => undefined);
  new Bridge<Theirs, Record<string, never>>(port2, theirs, (error) => lost.push(error));
  return { ours, lost };
}

test("calls are answered, refusals come as what they are, and everything else as a failure", async () => {
  const { ours } = bridged({
    add: (a: number, b: number) => a + b,
    refuse: async () => Promise.reject(new AppError("NO", "conflict", "not now")),
    fail: () => {
      throw new TypeError("a bug");
    },
  });

  expect(await Promise.all([ours.call("add", 1, 2), ours.call("add", 3, 4)])).toEqual([3, 7]);
  await expect(ours.call("refuse")).rejects.toMatchObject({ code: "NO", fault: "conflict", message: "not now" });
  await expect(ours.call("fail")).rejects.toThrow("TypeError: a bug");
});

test("[REL2] what nobody waits for is left out while the other side is behind, and goes on when it is not", async () => {
  let heard = 0;
  const { ours } = bridged({
    hear: () => {
      heard++;
    },
    ask: () => heard,
  });

  const taken = Array.from({ length: 20 }, () => ours.offer(mib, "hear")).filter(Boolean).length;
  expect(taken).toBeGreaterThan(5);
  expect(taken).toBeLessThan(10);
  expect(await ours.call("ask")).toBe(taken);
  while (!ours.offer(mib, "hear")) await turn();

  expect(await ours.call("ask")).toBe(taken + 1);
});

test("what is told and goes wrong is heard of on the other side", async () => {
  const { ours, lost } = bridged({
    fail: () => {
      throw new Error("nobody waits");
    },
    ask: () => 1,
  });

  ours.tell("fail");
  await ours.call("ask");

  expect(lost).toEqual([new Error("nobody waits")]);
});

test("when the other thread is gone, whoever waits is told, and whoever comes", async () => {
  const { ours } = bridged({ never: () => new Promise<void>(() => undefined) });
  const waiting = ours.call("never");

  ours.fail(new Error("it has ended"));

  await expect(waiting).rejects.toThrow("it has ended");
  await expect(ours.call("never")).rejects.toThrow("it has ended");
});
