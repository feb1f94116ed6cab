import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { HttpDevice } from "../support/device-http.ts";
import { connectMqttJs, mqttDevice } from "../support/mqtt-device.ts";
import type { RestClient } from "../support/rest-client.ts";

const none = {
  deviceMessages: null,
  devicePoints: null,
  tenantMessages: null,
  tenantPoints: null,
  series: null,
  fileQuota: null,
};

let app: TestApp;
let home: TestTenant;
let system: RestClient;
beforeAll(async () => {
  app = await startApp();
  home = await app.firstTenant();
  system = await app.systemAdministrator();
});
afterAll(() => app[Symbol.asyncDispose]());

const pathOf = ({ id }: TestTenant) => `/api/tenants/${id}/limits`;

test("a tenant has no limits of its own until they are set, and none when they are unset", async () => {
  const tenant = await app.tenant();
  expect(expectOk(await tenant.admin.get(pathOf(tenant))).json()).toEqual(none);

  const limits = { ...none, devicePoints: 500, fileQuota: 1_000_000 };
  expect(expectOk(await system.put(pathOf(tenant), { devicePoints: 500, fileQuota: 1_000_000 })).json()).toEqual(
    limits,
  );
  expect((await tenant.admin.get(pathOf(tenant))).json()).toEqual(limits);
  expectOk(await system.put(pathOf(tenant), {}));

  expect((await tenant.admin.get(pathOf(tenant))).json()).toEqual(none);
});

test.for([{ devicePoints: 0 }, { fileQuota: -1 }, { tenantPoints: 1.5 }, { deviceMessages: "many" }])(
  "%j is refused",
  async (limits) => {
    expect((await system.put(pathOf(home), limits)).status).toBe(400);
  },
);

test("[QTA1] a tenant's administrator reads its limits and cannot change them; a system administrator changes anybody's", async () => {
  const tenant = await app.tenant();
  expectOk(await system.put(pathOf(tenant), { devicePoints: 7 }));

  const refusal = await tenant.admin.put(pathOf(tenant), {});

  expect(refusal.json()).toMatchObject({ status: 403, errorCode: 20 });
  expect((await tenant.admin.get(pathOf(tenant))).json()).toMatchObject({ devicePoints: 7 });
  expect((await tenant.admin.get(pathOf(home))).status).toBe(404);
});

test("files beyond a tenant's own quota are refused, others' are not", async () => {
  const [small, free] = [await app.tenant(), await app.tenant()];
  expectOk(await system.put(pathOf(small), { fileQuota: 1_000 }));
  const upload = async (tenant: TestTenant) => {
    const { token } = await mqttDevice(app, tenant);
    return (await new HttpDevice(app.node.httpPort, token).contact("UPLOAD", "x".repeat(2_000), { fileName: "a.txt" }))
      .status;
  };

  expect(await upload(small)).toBe(413);
  expect(await upload(free)).toBe(204);
});

test("[MQ9] a device that sends more than its tenant's own limit is slowed down at once, and the log says so", async () => {
  const tenant = await app.tenant();
  const { id, token } = await mqttDevice(app, tenant);
  await using device = await connectMqttJs(app, token);
  const send = () => device.client.publishAsync("v1/devices/me/telemetry", '{"a":1,"b":2,"c":3}', { qos: 1 });
  await send();
  expectOk(await system.put(pathOf(tenant), { devicePoints: 5 }));

  await send();
  await send();

  const query = `startTime=0&endTime=${Date.now() + 60_000}&page=0&limit=100&kind=MESSAGE_REJECTED`;
  await expect
    .poll(async () => (await tenant.admin.get(`/api/devices/${id}/communication/data?${query}`)).text)
    .toContain("more than 5 per second (devicePoints)");
});

test("[QTA1] a tenant with all the series it may have is refused new keys as busy; known keys and others go on", async () => {
  const [small, free] = [await app.tenant(), await app.tenant()];
  const system = await app.systemAdministrator();
  expectOk(await system.put(pathOf(small), { series: 2 }));
  const write = async (tenant: TestTenant, body: object) => {
    const { id } = await mqttDevice(app, tenant);
    return (await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, body)).status;
  };
  const { id, token } = await mqttDevice(app, small);
  const again = (body: object) => small.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, body);
  expectOk(await again({ a: 1, b: 1 }));

  expect(await write(small, { c: 1 })).toBe(503);
  expect((await again({ a: 2, c: 1 })).json()).toMatchObject({
    status: 503,
    message: expect.stringContaining("2 telemetry series"),
  });
  expectOk(await again({ a: 3, b: 3 }));
  expect(await write(free, { c: 1, d: 1, e: 1 })).toBe(200);
  await using device = await connectMqttJs(app, token, { protocolVersion: 5 });
  const publish = (payload: string) => device.client.publishAsync("v1/devices/me/telemetry", payload, { qos: 1 });
  await expect(publish('{"c":1}')).rejects.toMatchObject({ code: 0x97 });
  await publish('{"a":4}');

  const path = `/api/plugins/telemetry/DEVICE/${id}`;
  expect((await small.admin.get(`${path}/keys/timeseries`)).json()).toEqual(["a", "b"]);
  expectOk(await system.put(pathOf(small), { series: 3 }));
  expectOk(await again({ c: 1 }));
});
