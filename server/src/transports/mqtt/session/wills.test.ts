import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DeviceId, newId, type TenantId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { type DueWill, Wills } from "./wills.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const device = (tenantId = newId<TenantId>()): DueWill["device"] => ({
  id: newId<DeviceId>(),
  tenantId,
  createdTime: epochMs(0),
  name: "device",
  type: "default",
  label: null,
  description: null,
  serialNumber: null,
  firmwareVersion: null,
  inactivityTimeoutMs: null,
});
const willOf = (name: string, of = device(), bytes = 1): DueWill => ({
  device: of,
  topic: name,
  payload: new Uint8Array(bytes),
});

function arrange() {
  const published: string[] = [];
  return { wills: new Wills(({ topic }) => published.push(topic)), published };
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
