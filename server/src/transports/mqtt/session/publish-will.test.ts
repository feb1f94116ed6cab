import { expect, test } from "vitest";
import { plainDevice } from "../../../../../test/support/plain-device.ts";
import type { Device } from "../../../core/devices/index.ts";
import { RateLimits } from "../../../core/rates/index.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { publishWill, type WillReceiving } from "./publish-will.ts";

const device = plainDevice();
const rates = new RateLimits({ deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 });

type Found = Promise<{ device: Device; token: string } | undefined>;

async function publishedBy(find: () => Found, time?: EpochMs): Promise<string[]> {
  const seen: string[] = [];
  const gateway = {
    telemetry: async (_: unknown, __: unknown, { time: at }: { time?: EpochMs }) =>
      seen.push(`stored${at === undefined ? "" : ` at ${at}`}`),
    remark: (_: Device, { error }: { error: string | undefined }) => seen.push(error ?? ""),
  };
  const will = { device, topic: "v1/devices/me/telemetry", payload: new Uint8Array(), version: 4 as const, time };
  await publishWill({ gateway, rates, devices: { find } } as unknown as WillReceiving, will);
  return seen;
}

test("[DEV3] a will is stored only while its device exists", async () => {
  expect(await publishedBy(async () => ({ device, token: "t" }))).toEqual(["stored"]);
  expect(await publishedBy(async () => undefined)).toEqual([]);
});

test("[MQ7] a will that comes late is stored at the time of its connection's last packet", async () => {
  expect(await publishedBy(async () => ({ device, token: "t" }), epochMs(17))).toEqual(["stored at 17"]);
});

test("[COM2] a will whose device cannot be asked for is on record", async () => {
  expect(await publishedBy(() => Promise.reject(new Error("no database")))).toEqual(["no database"]);
});
