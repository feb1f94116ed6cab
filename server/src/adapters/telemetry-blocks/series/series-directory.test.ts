import { expect, test } from "vitest";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { maxSeriesPerDevice } from "../limits.ts";
import { SeriesDirectory } from "./series-directory.ts";

const pump = "pump" as DeviceId;

test("a forgotten device starts anew, and under another number", () => {
  const directory = new SeriesDirectory(100);
  const first = directory.create(pump, "k");
  directory.forget(pump);

  expect(directory.keysOf(pump).size).toBe(0);
  expect(directory.undurable(first)).toBeUndefined();
  expect(directory.create(pump, "k")).not.toBe(first);
});

test("when forgetting failed, the keys are back, except those that were made again", () => {
  const directory = new SeriesDirectory(100);
  const [a] = [directory.create(pump, "a"), directory.create(pump, "b")];
  const keys = directory.forget(pump);
  const again = directory.create(pump, "b");
  directory.restore(pump, keys);

  expect(directory.undurable(a)).toEqual({ id: a, device: pump, key: "a" });
  expect([...directory.keysOf(pump)].sort()).toEqual([
    ["a", a],
    ["b", again],
  ]);
});

test("a series is to be stored until a commit did", () => {
  const directory = new SeriesDirectory(100);
  const id = directory.create(pump, "k");
  expect(directory.undurable(id)).toEqual({ id, device: pump, key: "k" });
  directory.becameDurable([id]);

  expect(directory.hasUndurable).toBe(false);
});

test("numbers continue behind what the file holds", () => {
  const directory = new SeriesDirectory(100);
  directory.load({ id: 41, device: pump, key: "k" });

  expect(directory.keysOf(pump).get("k")).toBe(41);
  expect(directory.create(pump, "other")).toBe(42);
  expect(directory.find(41)).toEqual({ id: 41, device: pump, key: "k" });
});

test("[REL2] neither a device nor the store takes more series than its limit", () => {
  const small = new SeriesDirectory(3);
  small.create(pump, "a");
  small.create(pump, "b");
  expect(() => small.create(pump, "c")).toThrow("at most 3 series");

  const large = new SeriesDirectory(10 * maxSeriesPerDevice);
  for (let i = 0; i < maxSeriesPerDevice; i++) large.create(pump, `key ${i}`);
  expect(() => large.create(pump, "one more")).toThrow("telemetry keys");
});

const [lab, plant] = ["lab" as TenantId, "plant" as TenantId];

function limited(limit: number) {
  const directory = new SeriesDirectory(100);
  const told: [TenantId, number][] = [];
  directory.quota.limits = { limitOf: (tenant) => (tenant === lab ? limit : 0), onFull: (...full) => told.push(full) };
  return { directory, told };
}

test("[QTA1] a tenant that is full gets no further series, is named once, and hurts no other", () => {
  const { directory, told } = limited(2);
  directory.ensureDevice(pump, lab);
  directory.ensureDevice("valve" as DeviceId, lab);
  directory.ensureDevice("drill" as DeviceId, plant);
  directory.create(pump, "a");
  directory.create("valve" as DeviceId, "a");

  for (const device of [pump, "valve" as DeviceId]) {
    expect(() => directory.create(device, "b")).toThrow(expect.objectContaining({ fault: "no-room" }));
  }
  for (const key of ["a", "b", "c"]) directory.create("drill" as DeviceId, key);

  expect(told).toEqual([[lab, 2]]);
  expect([directory.quota.countOf(lab), directory.quota.countOf(plant)]).toEqual([2, 3]);
});

test("[QTA1] series count for whoever owns the device now, and not once it is forgotten", () => {
  const { directory } = limited(0);
  directory.load({ id: 7, device: pump, key: "k" });
  const counts = () => [directory.quota.countOf(lab), directory.quota.countOf(plant)];
  expect(counts()).toEqual([0, 0]);

  directory.ownedBy([pump, "nobody" as DeviceId], lab);
  expect(counts()).toEqual([1, 0]);
  directory.ensureDevice(pump, plant);
  expect(counts()).toEqual([0, 1]);
  const keys = directory.forget(pump);
  expect(counts()).toEqual([0, 0]);
  directory.restore(pump, keys);
  expect(counts()).toEqual([0, 1]);
});
