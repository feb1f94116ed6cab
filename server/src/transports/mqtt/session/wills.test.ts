import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plainDevice } from "../../../../../test/support/plain-device.ts";
import { newId, type TenantId } from "../../../kernel/ids.ts";
import { type DueWill, Wills } from "./wills.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const device = (tenantId = newId<TenantId>()): DueWill["device"] => plainDevice({ tenantId });
const willOf = (name: string, of = device(), bytes = 1): DueWill => ({
  device: of,
  topic: name,
  payload: new Uint8Array(bytes),
  version: 4,
  time: undefined,
});

const limits = { atMost: 1_000, bytes: 32 * 1_024 * 1_024, perDevice: 10 };

function arrange() {
  const published: string[] = [];
  return { wills: new Wills(({ topic }) => published.push(topic), limits), published };
}

test("[5: 3.1.3.2.2] a will is published when its delay is over, and only once", () => {
  const { wills, published } = arrange();
  wills.schedule("key", 1_000, willOf("will"));

  vi.advanceTimersByTime(999);
  expect([...published]).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([...published]).toEqual(["will"]);
  expect(wills.waiting).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(published).toEqual(["will"]);
});

test("[5: MQTT-3.1.3-9] a will is not published when the device is back before its delay is over", () => {
  const { wills, published } = arrange();
  wills.schedule("key", 1_000, willOf("will"));
  wills.schedule("other", 1_000, willOf("other"));

  vi.advanceTimersByTime(999);
  wills.cancel("key");
  vi.advanceTimersByTime(10_000);

  expect(published).toEqual(["other"]);
});

test("[5: 3.1.3.2.2] a newer will of the same session takes the place of the old one", () => {
  const { wills, published } = arrange();
  wills.schedule("key", 1_000, willOf("old"));

  wills.schedule("key", 1_000, willOf("new"));
  vi.advanceTimersByTime(10_000);

  expect(published).toEqual(["new"]);
});

test("[MQTT-3.1.2-8] a will without a delay is published at once", () => {
  const { wills, published } = arrange();

  wills.schedule("key", 0, willOf("will"));

  expect(published).toEqual(["will"]);
});

test("[RUN6] what waits when the node stops is not published", () => {
  const { wills, published } = arrange();
  wills.schedule("key", 1_000, willOf("will"));

  wills.stop();
  vi.advanceTimersByTime(10_000);

  expect(published).toEqual([]);
});

test("[5: 3.1.3.2.2] a delay longer than a timer can be set to is waited for", () => {
  const days = 24 * 60 * 60_000;
  const { wills, published } = arrange();
  wills.schedule("key", 30 * days, willOf("will"));

  vi.advanceTimersByTime(30 * days - 1);
  expect([...published]).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(published).toEqual(["will"]);
});

test("[5: MQTT-3.1.3-9] a will with a very long delay can be cancelled after a timer's longest span", () => {
  const { wills, published } = arrange();
  wills.schedule("key", 2 ** 32, willOf("will"));

  vi.advanceTimersByTime(2 ** 31);
  wills.cancel("key");
  vi.advanceTimersByTime(2 ** 32);

  expect(published).toEqual([]);
});

test("[REL2] of a device ten wills wait: the longest waiting one is published when another comes", () => {
  const [greedy, other] = [device(), device()];
  const { wills, published } = arrange();
  wills.schedule("other", 1_000, willOf("other", other));

  for (let n = 0; n < 12; n++) wills.schedule(`greedy ${n}`, 1_000, willOf(`will ${n}`, greedy));

  expect(published).toEqual(["will 0", "will 1"]);
  expect(wills.waiting).toBe(11);
});

test("[REL2] wills that wait take at most 32 MiB; beyond, they are published without their delay", () => {
  const { wills, published } = arrange();
  const [quarter, count] = [8 * 1_024 * 1_024 - 1_024, 6];

  for (let n = 0; n < count; n++) wills.schedule(`key ${n}`, 1_000, willOf(`will ${n}`, device(), quarter));
  expect([...published]).toEqual(["will 4", "will 5"]);
  wills.cancel("key 0");
  wills.schedule("again", 1_000, willOf("again", device(), quarter));

  expect(published).toEqual(["will 4", "will 5"]);
});

test("[DEV3] the wills of a removed device or tenant are not published", () => {
  const tenant = newId<TenantId>();
  const removed = device();
  const { wills, published } = arrange();
  wills.schedule("a", 1_000, willOf("a", removed));
  wills.schedule("b", 1_000, willOf("b", removed));
  wills.schedule("c", 1_000, willOf("c", device(tenant)));
  wills.schedule("d", 1_000, willOf("d"));

  wills.cancelDevice(removed.id);
  wills.cancelTenant(tenant);
  vi.advanceTimersByTime(10_000);

  expect(published).toEqual(["d"]);
});

test("[REL2] so many wills wait at once as the setting says; one more is published without its delay", () => {
  const published: string[] = [];
  const wills = new Wills(({ topic }) => published.push(topic), { ...limits, atMost: 2 });

  for (const name of ["first", "second", "third"]) wills.schedule(name, 1_000, willOf(name));

  expect([published, wills.waiting]).toEqual([["third"], 2]);
});

test("[RUN6] a stopping node can wait for the wills that are being stored", async () => {
  const stored = Promise.withResolvers<void>();
  const wills = new Wills(() => stored.promise, limits);
  let isDone = false;
  wills.schedule("key", 0, willOf("will"));

  const published = wills.published().then(() => {
    isDone = true;
  });
  await Promise.resolve();
  expect(isDone).toBe(false);
  stored.resolve();
  await published;
});
