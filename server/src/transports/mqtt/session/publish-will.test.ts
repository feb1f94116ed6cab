import { expect, test } from "vitest";
import { plainDevice } from "../../../../../test/support/plain-device.ts";
import type { Device } from "../../../core/devices/index.ts";
import { RateLimits } from "../rate/rate-limits.ts";
import { publishWill, type WillReceiving } from "./publish-will.ts";

const device = plainDevice();
const rates = new RateLimits({ deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 });

type Found = Promise<{ device: Device; token: string } | undefined>;

async function publishedBy(find: () => Found): Promise<string[]> {
  const seen: string[] = [];
  const gateway = {
    telemetry: async () => seen.push("stored"),
    remark: (_: Device, { error }: { error: string | undefined }) => seen.push(error ?? ""),
  };
  const will = { device, topic: "v1/devices/me/telemetry", payload: new Uint8Array() };
  await publishWill({ gateway, rates, devices: { find } } as unknown as WillReceiving, will);
  return seen;
}

test("[DEV3] a will is stored only while its device exists", async () => {
  expect(await publishedBy(async () => ({ device, token: "t" }))).toEqual(["stored"]);
  expect(await publishedBy(async () => undefined)).toEqual([]);
});

test("[COM2] a will whose device cannot be asked for is on record", async () => {
  expect(await publishedBy(() => Promise.reject(new Error("no database")))).toEqual(["no database"]);
});
