import { expect, test } from "vitest";
import type { Device } from "../../../core/devices/index.ts";
import { type DeviceId, newId, type TenantId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { DeviceGateway } from "../device-gateway.ts";
import { RateLimits } from "../rate/rate-limits.ts";
import { publishWill } from "./publish-will.ts";

const device: Device = {
  id: newId<DeviceId>(),
  tenantId: newId<TenantId>(),
  createdTime: epochMs(0),
  name: "device",
  type: "default",
  label: null,
  description: null,
  serialNumber: null,
  firmwareVersion: null,
  inactivityTimeoutMs: null,
};
const limits = {
  maxPacketSize: 1,
  receiveMaximum: 1,
  inFlightBytes: 1,
  maxKeepAlive: 0,
  sessionLifetimeMs: 1,
  rateToleranceMs: 1,
};
const rates = new RateLimits({ deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 });

async function publishedBy(find: () => Promise<{ device: Device; token: string } | undefined>) {
  const seen: string[] = [];
  const gateway = {
    telemetry: async () => seen.push("stored"),
    remark: (_: Device, { error }: { error: string | undefined }) => seen.push(error ?? ""),
  } as unknown as DeviceGateway;
  const will = { device, topic: "v1/devices/me/telemetry", payload: new Uint8Array() };
  publishWill({ gateway, limits, rates, devices: { find } as never }, will);
  await new Promise((resolve) => setImmediate(resolve));
  return seen;
}

test("[DEV3] a will is stored only while its device exists", async () => {
  expect(await publishedBy(async () => ({ device, token: "t" }))).toEqual(["stored"]);
  expect(await publishedBy(async () => undefined)).toEqual([]);
});

test("[COM2] a will whose device cannot be asked for is on record", async () => {
  expect(await publishedBy(() => Promise.reject(new Error("no database")))).toEqual(["no database"]);
});
