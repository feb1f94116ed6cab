import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { DeviceTokens } from "../../server/src/core/devices/index.ts";
import { type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { plainDevice } from "../support/plain-device.ts";

function arrange() {
  const ids = { tenantId: newId<TenantId>(), id: newId<DeviceId>() };
  const device = plainDevice(ids);
  const stored = new Map([["token", device]]);
  const events = new LocalBus((error) => {
    throw error;
  });
  let asked = 0;
  const store = {
    tokensOf: async () => new Map(),
    findByToken: async (token: string) => {
      asked++;
      return stored.get(token);
    },
  };
  return { device, stored, events, tokens: new DeviceTokens(store, events), asked: () => asked, ...ids };
}

test("a token is asked for once, an unknown one every time", async () => {
  const { tokens, device, asked } = arrange();

  expect([await tokens.find("token"), await tokens.find("token")]).toEqual([device, device]);
  expect([await tokens.find("wrong"), await tokens.find("wrong")]).toEqual([undefined, undefined]);
  expect(asked()).toBe(3);
});

test.each(["device-token-changed", "device-removed", "tenant-removed"] as const)(
  "[DEV4] after %s the old token is unknown at once",
  async (event) => {
    const { tokens, stored, events, tenantId, id } = arrange();
    await tokens.find("token");
    stored.clear();

    events.publish(event, { tenantId, deviceId: id, token: "token" });

    expect(await tokens.find("token")).toBeUndefined();
  },
);

test("[DEV4] an answer that was on its way while the token changed is not remembered", async () => {
  const { tokens, stored, events, tenantId, id } = arrange();
  const asking = tokens.find("token");
  stored.clear();
  events.publish("device-token-changed", { tenantId, deviceId: id, token: "token" });
  await asking;

  expect(await tokens.find("token")).toBeUndefined();
});
