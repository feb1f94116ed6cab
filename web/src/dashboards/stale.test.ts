import type { DeviceRecord, ShownDevice } from "@heliograph/contract";
import { expect, test } from "vitest";
import { isStale } from "./stale.ts";

const minute = 60_000;
const device = (over: Partial<DeviceRecord>): ShownDevice => ({ active: false, ...over }) as ShownDevice;

test("[DSH4] a value is stale where its device is silent and it is older than the device may be", () => {
  const ofHours = device({ additionalInfo: { description: null, inactivityTimeout: 120 * minute } });

  expect(isStale(0, device({}), 11 * minute)).toBe(true);
  expect(isStale(0, device({}), 9 * minute)).toBe(false); // sent by somebody else, just now
  expect(isStale(0, device({ active: true }), 11 * minute)).toBe(false);
  expect(isStale(0, ofHours, 11 * minute)).toBe(false);
  expect(isStale(0, undefined, 11 * minute)).toBe(false);
});
