import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import { IdSet } from "../../kernel/id-set.ts";
import { type DeviceId, newId, type TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { openTelemetryBlocks } from "./index.ts";

const [home, stranger] = [newId<TenantId>(), newId<TenantId>()];
const hot = { key: "temperature", comparison: "GREATER", value: 60 } as const;

function freshFolder(): string {
  const folder = scratchFolder("latest-search");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const open = (folder: string) => openTelemetryBlocks({ folder, readers: 1, arena: { points: 10_000, series: 10_000 } });
const at = (key: string, value: number | string, ts = 1) => ({ key, value, ts: epochMs(ts) });

test("[PRJ2] devices are found by their newest values, also where only the blocks know them", async () => {
  const folder = freshFolder();
  const devices = Array.from({ length: 700 }, () => newId<DeviceId>());
  const first = await open(folder);
  await Promise.all(
    devices.map((id, index) =>
      first.append(id, [at("temperature", index % 100), at("note", "x".repeat(300))], { owner: home }),
    ),
  );
  await first.flush();
  await first.close();
  const again = await open(folder);
  onTestFinished(() => again.close());
  again.ownedBy(devices, home);

  const expected = devices.filter((_, index) => index % 100 > 60);
  expect(await again.search.estimate(home, hot)).toBeGreaterThanOrEqual(expected.length);
  expect([...(await again.search.matching(home, hot))].sort()).toEqual(expected.toSorted());
  const few = IdSet.of(devices.slice(0, 70));
  expect([...(await again.search.matching(home, hot, few))].sort()).toEqual(devices.slice(61, 70).toSorted());
  const long = { key: "note", comparison: "STARTS_WITH", value: "xxx" } as const; // too long to be kept at hand
  expect((await again.search.matching(home, long)).size).toBe(700);
  expect((await again.search.matching(stranger, hot)).size).toBe(0);
});

test("[PRJ2] what comes, goes and is forgotten while a key is searched by is seen at once", async () => {
  const store = await open(freshFolder());
  onTestFinished(() => store.close());
  const [one, other] = [newId<DeviceId>(), newId<DeviceId>()];
  const steps: boolean[][] = [];
  const step = async (change: Promise<unknown>) => {
    await change;
    const found = await store.search.matching(home, hot);
    steps.push([found.has(one), found.has(other)]);
  };

  await step(Promise.resolve());
  await step(store.append(one, [at("temperature", 61)], { owner: home }));
  await step(store.append(other, [at("temperature", 99)], { owner: home }));
  await step(store.append(one, [at("temperature", 5, 2)], { owner: home }));
  await step(store.delete(one, "all", { from: epochMs(2), to: epochMs(3) }));
  await step(store.forget(other));
  await step(store.append(other, [at("temperature", "70")], { owner: home }));

  expect(steps).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [false, true],
    [true, true],
    [true, false],
    [true, false],
  ]);
});

test("[#17.24] keys are found by words and patterns, and by them the devices, bounded and of one tenant", async () => {
  const folder = freshFolder();
  const first = await open(folder);
  const [mine, yours, later] = [newId<DeviceId>(), newId<DeviceId>(), newId<DeviceId>()];
  await first.append(mine, [at("Oil.Pressure", 1), at("b_left", 1), at("quiet", 1)], { owner: home });
  await first.append(yours, [at("pressure", 1)], { owner: stranger });
  await first.append(later, [at("oil.pressure.2", 1)], { owner: home });
  const asked = { words: ["pressure"], patterns: ["b_*"] };

  const found = await first.keySearch.keys(home, asked, 10);
  expect(found.toSorted()).toEqual(["Oil.Pressure", "b_left", "oil.pressure.2"]);
  expect(await first.keySearch.keys(home, asked, 1)).toHaveLength(1);
  expect([...(await first.keySearch.devices(home, ["b_left", "pressure"]))]).toEqual([mine]);
  expect((await first.keySearch.devices(home, found)).size).toBe(2);
  await first.close();
  const again = await open(folder); // whose devices they are is learned little by little: who asks sees to it
  onTestFinished(() => again.close());
  expect((await again.keySearch.devices(home, ["pressure"])).has(yours)).toBe(true);
  again.ownedBy([yours], stranger);
  expect((await again.keySearch.devices(home, ["pressure"])).size).toBe(0);
});
