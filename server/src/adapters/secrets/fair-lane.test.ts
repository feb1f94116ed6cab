import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairLane } from "./fair-lane.ts";

function arrange(waitingAtMost = 1_000) {
  const lane = new FairLane(1, waitingAtMost);
  const order: string[] = [];
  const busy = Promise.withResolvers<void>();
  const first = lane.run({ network: "none", account: "none" }, () => busy.promise);
  const run = (network: string, account: string) =>
    lane.run({ network, account }, async () => {
      order.push(`${network} ${account}`);
      await turnOfTheLoop();
    });
  const release = async (...all: Promise<unknown>[]) => {
    busy.resolve();
    await Promise.allSettled([first, ...all]);
  };
  return { run, order, release };
}

test("[AUTH3] a flood from one network leaves every second turn to another one", async () => {
  const { run, order, release } = arrange();
  const flood = Array.from({ length: 100 }, (_, n) => run("flood", `account ${n}`));
  const others = [run("home", "ada"), run("home", "grace")];

  await release(...flood, ...others);

  expect(order.slice(0, 4)).toEqual(["flood account 0", "home ada", "flood account 1", "home grace"]);
});

test("[AUTH3] in one network a flood on one account leaves every second turn to the others", async () => {
  const { run, order, release } = arrange();
  const flood = Array.from({ length: 100 }, () => run("office", "victim"));
  const other = run("office", "ada");

  await release(...flood, other);

  expect(order.indexOf("office ada")).toBe(1);
});

test("[REL2] where too many wait, the place with most of them loses its newest, and nobody else is refused", async () => {
  const { run, release } = arrange(10);
  const flood = Array.from({ length: 30 }, () => run("flood", "victim"));
  const others = Array.from({ length: 4 }, (_, n) => run(`network ${n}`, "ada"));

  await release(...flood, ...others);

  expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
  const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(24);
  await expect(flood[29]).rejects.toMatchObject({ code: "HASHING_BUSY" });
});

test("[AUTH3] a flood over many accounts of a network loses its newest, never who waited there longest", async () => {
  const { run, order, release } = arrange(4);
  const waiting = ["ada", "grace", "mary", "joan"].map((account) => run("office", account));
  const flood = Array.from({ length: 20 }, (_, n) => run("office", `account ${n}`));

  await release(...waiting, ...flood);

  expect(order).toEqual(["office ada", "office grace", "office mary", "office joan"]);
  expect((await Promise.allSettled(flood)).every(({ status }) => status === "rejected")).toBe(true);
});

test("[AUTH3] among networks and accounts that have the same, who came last gives way", async () => {
  const { run, order, release } = arrange(4);
  const waiting = ["a", "b", "a", "b"].map((network) => run(network, "ada"));
  const last = run("c", "ada");

  await release(...waiting, last);

  expect(order).toEqual(["a ada", "b ada", "c ada", "a ada"]);
  await expect(waiting[3]).rejects.toMatchObject({ code: "HASHING_BUSY" });
});

test("[AUTH3] a network that loses some keeps its turn: who waits there does not starve", async () => {
  const { run, order, release } = arrange(4);
  const waiting = [run("office", "ada"), run("home", "grace"), run("office", "mary"), run("home", "joan")];
  const flood = Array.from({ length: 20 }, (_, n) => run("office", `account ${n}`));

  await release(...waiting, ...flood);

  expect(order).toEqual(["office ada", "home grace", "office mary", "home joan"]);
});

test("work that fails frees its place", async () => {
  const lane = new FairLane(1, 1);
  const owner = { network: "a", account: "b" };

  await expect(lane.run(owner, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await lane.run(owner, async () => "done")).toBe("done");
});
