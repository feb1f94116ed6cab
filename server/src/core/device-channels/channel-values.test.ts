import { expect, test } from "vitest";
import { type DeviceId, type DeviceTypeId, newId, type TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { wholeTenant } from "../projects/index.ts";
import type { AggregateFunction, BucketEdges } from "../telemetry/index.ts";
import { type ValueLimits, valuesOfChannel } from "./channel-values.ts";

const now = epochMs(1_794_700_800_000);
const ids = [newId<DeviceId>(), newId<DeviceId>(), newId<DeviceId>()];
const plenty: ValueLimits = { devices: 10, series: 10, points: 1_000_000, timeMs: 60_000 };

/** Three devices that measure 1, 2 and 3 all the time, a thousand points each. */
function given(limits: Partial<ValueLimits> = {}) {
  const calls: string[] = [];
  const aggregate = async (device: DeviceId, _: string, edges: BucketEdges, by: AggregateFunction) => {
    calls.push(by);
    const value = by === "COUNT" ? 1_000 : ids.indexOf(device) + 1;
    return edges.slice(0, -1).map((ts) => ({ ts, value }));
  };
  const found = ids.map((id, n) => ({ id, name: `stand ${n + 1}` }));
  const list = async (_: unknown, { limit }: { limit: number }) =>
    ({ data: found.slice(0, limit), totalElements: ids.length }) as never;
  const telemetry = { keys: async () => ["a", "b"], aggregate };
  const parts = { devices: { list }, telemetry, clock: () => now, limits: { ...plenty, ...limits } };
  const wanted = { reach: wholeTenant(newId<TenantId>()), typeId: newId<DeviceTypeId>() };
  const values = (leftOut: readonly DeviceId[] = []) =>
    valuesOfChannel(parts, { ...wanted, isOfChannel: (key) => key === "a", leftOut: new Set(leftOut) });
  return { values, calls };
}

test("[TYP2] samples of all devices count alike, and each has its extremes; one left out is counted", async () => {
  const values = await given().values([ids[1] as DeviceId]);

  const perDevice = (7 * 24 * 60) / 5;
  expect(values.groups).toEqual([1, 3].map((value) => ({ low: value, high: value, samples: perDevice })));
  expect(values.devices.map(({ name, max }) => `${name} ${max}`)).toEqual(["stand 1 1", "stand 3 3"]);
  expect(values).toMatchObject({ samples: 2 * perDevice, looked: 3, total: 3, ownLimits: 1, complete: true });
});

test("[TYP2] a limit on devices, series or time ends it, and the answer says so", async () => {
  expect(await given({ devices: 2 }).values()).toMatchObject({ looked: 2, total: 3, complete: false });
  const fewSeries = await given({ series: 1 }).values();
  expect(fewSeries).toMatchObject({ devices: [{ name: "stand 1" }], complete: false });
  const noTime = await given({ timeMs: -1 }).values(); // of what takes its time at least one series is read
  expect(noTime).toMatchObject({ devices: [{ name: "stand 1" }], groups: [{ low: 1 }], complete: false });
});

test("[TYP2] of too many points a part of the time is read, of all devices; what lies between is no sample", async () => {
  const { values, calls } = given({ points: 1_500 });

  const { timeRead, samples, groups, complete } = await values();

  expect({ timeRead, complete }).toEqual({ timeRead: 0.5, complete: true });
  expect(samples).toBe((3 * (7 * 24 * 60)) / 5 / 2);
  expect(groups.map(({ low }) => low)).toEqual([1, 2, 3]);
  expect(calls.filter((by) => by === "AVG")).toHaveLength(3);
});
