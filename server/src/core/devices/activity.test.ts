import { expect, test } from "vitest";
import { plainDevice } from "../../../../test/support/plain-device.ts";
import { type DeviceTypeId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { Events } from "../events/index.ts";
import { DeviceActivity } from "./activity.ts";
import type { Contact, DeviceStore, StoredDevice } from "./device-store.ts";

const timeoutMs = 600_000;

/** The outermost edge only: a clock, a bus that writes down, and a store that can be made to fail. */
function arrange() {
  const told: Events["device-activity"][] = [];
  const saved: ReadonlyMap<string, Contact>[] = [];
  /** `set` is how far somebody moved the wall clock. */
  const world = { now: epochMs(1_000_000_000), set: 0, failing: false, isOpen: true };
  const capped: number[] = [];
  const store = {
    capActivity: async (now: number) => void capped.push(now),
    recordActivity: async (contacts: ReadonlyMap<string, Contact>) => {
      if (world.failing) throw new Error("disk full");
      saved.push(contacts);
    },
  } as unknown as DeviceStore;
  const events = { publish: (_: string, event: never) => void told.push(event), subscribe: () => () => undefined };
  const activity = new DeviceActivity(
    store,
    events,
    timeoutMs,
    () => epochMs(Math.floor(world.now + world.set)),
    () => world.now,
    world,
  );
  return { activity, told, saved, world, capped };
}

const device = (over: Partial<StoredDevice> = {}): StoredDevice => ({
  ...plainDevice({ name: "logger" }),
  typeId: newId<DeviceTypeId>(),
  lastActivityTime: null,
  alarmSeverity: null,
  ...over,
});

test("[DEV5] the first contact makes a device active and says so once", () => {
  const { activity, told } = arrange();
  const logger = device();

  activity.seen(logger);
  activity.seen(logger);

  expect(told).toMatchObject([{ deviceId: logger.id, tenantId: logger.tenantId, active: true }]);
  expect(activity.describe(logger)).toMatchObject({ active: true, lastActivityTime: 1_000_000_000 });
});

test("[DEV5] a silent device becomes inactive after the timeout, with the time of its last contact", () => {
  const { activity, told, world } = arrange();
  const logger = device();
  activity.seen(logger);

  world.now = epochMs(world.now + timeoutMs);
  activity.sweep();
  activity.sweep();

  expect(told.map(({ active }) => active)).toEqual([true, false]);
  expect(told[1]).toMatchObject({ lastActivityTime: 1_000_000_000 });
  expect(activity.describe(logger).active).toBe(false);
});

test("[DEV5] while the node takes no points nobody falls silent, and the timeout counts anew from then", () => {
  const { activity, told, world } = arrange();
  activity.seen(device());
  const sweepAfter = (ms: number) => {
    world.now = epochMs(world.now + ms);
    activity.sweep();
  };

  sweepAfter(timeoutMs - 1_000);
  world.isOpen = false;
  for (let away = 0; away < 2 * timeoutMs; away += timeoutMs / 4) sweepAfter(timeoutMs / 4);
  world.isOpen = true;
  sweepAfter(timeoutMs - 1);
  const heard = told.map(({ active }) => active);
  sweepAfter(1);

  expect(heard).toEqual([true]);
  expect(told[1]).toMatchObject({ active: false, lastActivityTime: 1_000_000_000 });
});

test("[DEV5] a device's own timeout counts instead of the installation's, also when it changes later", () => {
  const { activity, told, world } = arrange();
  const logger = device();
  activity.seen(logger);

  activity.updated({ ...logger, inactivityTimeoutMs: 1_000 });
  world.now = epochMs(world.now + 1_000);
  activity.sweep();

  expect(told.map(({ active }) => active)).toEqual([true, false]);
});

test("[DEV5] the time of a contact stays the same however often it is told, between the ticks of the clocks too", () => {
  const { activity, told, world } = arrange();
  const logger = device();
  world.now = epochMs(1_000_000_000.9);
  activity.seen(logger);

  world.now = epochMs(1_000_000_100.1);
  const described = activity.describe(logger);
  world.now = epochMs(1_000_000_000.9 + timeoutMs + 0.6);
  activity.sweep();

  expect(described.lastActivityTime).toBe(1_000_000_000);
  expect(told.map(({ active, lastActivityTime }) => [active, lastActivityTime])).toEqual([
    [true, 1_000_000_000],
    [false, 1_000_000_000],
  ]);
});

test("a save that fails keeps the contacts for the next one, newer ones winning", async () => {
  const { activity, saved, world } = arrange();
  const logger = device();
  activity.seen(logger);
  world.failing = true;

  await expect(activity.flush()).rejects.toThrow("disk full");
  world.now = epochMs(world.now + 5);
  activity.seen(logger);
  world.failing = false;
  await activity.flush();

  expect(saved).toEqual([new Map([[logger.id, { time: 1_000_000_005, active: true }]])]);
});

test("[DEV5] a silence whose save fails is saved later, unless the device made contact again", async () => {
  const { activity, saved, world } = arrange();
  const [quiet, back] = [device(), device()];
  for (const logger of [quiet, back]) activity.seen(logger);
  world.now = epochMs(world.now + timeoutMs);
  activity.sweep();
  world.failing = true;
  await expect(activity.flush()).rejects.toThrow("disk full");
  world.failing = false;

  activity.seen(back);
  await activity.flush();

  const contacts = [
    [quiet.id, { time: 1_000_000_000, active: false }],
    [back.id, { time: 1_000_600_000, active: true }],
  ] as const;
  expect(saved).toEqual([new Map<string, unknown>(contacts)]);
});

test("a removed device is neither watched nor saved", async () => {
  const { activity, told, saved, world } = arrange();
  const logger = device();
  activity.seen(logger);

  activity.removed(logger.id);
  world.now = epochMs(world.now + timeoutMs);
  activity.sweep();
  await activity.flush();

  expect(told).toHaveLength(1);
  expect(saved).toEqual([]);
});

test("[RUN12] setting the clock forward makes nobody inactive", () => {
  const { activity, told, world } = arrange();
  const logger = device();
  activity.seen(logger);

  world.set = 24 * 3_600_000;
  activity.sweep();

  expect(told.map(({ active }) => active)).toEqual([true]);
  expect(activity.describe(logger)).toMatchObject({ active: true, lastActivityTime: world.now + world.set });
});

test("[RUN12] an excursion of the clock heals: activity is never later than now, in memory and in the store", async () => {
  const { activity, saved, world, capped } = arrange();
  const logger = device();
  world.set = 3_600_000;
  activity.seen(logger);
  await activity.flush();
  const stored = { ...logger, lastActivityTime: saved[0]?.get(logger.id)?.time ?? null };

  activity.seen(logger);
  world.set = 0;
  await activity.flush();

  expect(stored.lastActivityTime).toBe(world.now + 3_600_000);
  expect(activity.describe(stored)).toMatchObject({ active: true, lastActivityTime: world.now });
  expect(capped).toEqual([world.now]);
  expect(saved[1]?.get(logger.id)?.time).toBe(world.now);
});

test("[RUN12] a device that fell silent during an excursion becomes inactive all the same", async () => {
  const { activity, told, world } = arrange();
  const logger = device();
  world.set = 365 * 86_400_000;
  activity.seen(logger);

  world.set = 0;
  world.now = epochMs(world.now + timeoutMs);
  activity.sweep();

  expect(told.at(-1)).toMatchObject({ active: false, lastActivityTime: world.now - timeoutMs });
  expect(activity.describe(device({ id: logger.id, lastActivityTime: null })).active).toBe(false);
});
