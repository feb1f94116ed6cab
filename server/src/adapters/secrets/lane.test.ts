import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { Lane } from "./lane.ts";

test("a freed place goes to whoever waits, not to a newcomer in between", async () => {
  const lane = new Lane(1, 10);
  const order: string[] = [];
  const run = (name: string) =>
    lane.run(async () => {
      order.push(name);
      order.push(await turnOfTheLoop("end"));
    });
  const running = Promise.withResolvers<void>();
  const first = lane.run(() => running.promise);
  const waiting = run("waiting");
  await turnOfTheLoop();

  const newcomer = running.promise.then(() => run("newcomer"));
  running.resolve();
  await Promise.all([first, waiting, newcomer]);

  expect(order).toEqual(["waiting", "end", "newcomer", "end"]);
});

test("work that fails frees its place, and a full lane refuses", async () => {
  const lane = new Lane(1, 1);
  const failing = lane.run(() => Promise.reject(new Error("no")));
  const waiting = lane.run(async () => "done");

  await expect(lane.run(async () => "too many")).rejects.toMatchObject({ code: "HASHING_BUSY" });
  await expect(failing).rejects.toThrow("no");
  expect(await waiting).toBe("done");
});
