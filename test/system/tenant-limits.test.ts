import { randomUUID } from "node:crypto";
import type { TenantUsageRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { HttpDevice } from "../support/device-http.ts";
import { connectMqttJs, mqttDevice } from "../support/mqtt-device.ts";
import type { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

const none = {
  deviceMessages: null,
  devicePoints: null,
  tenantMessages: null,
  tenantPoints: null,
  series: null,
  fileQuota: null,
  devices: null,
  users: null,
  attributeQuota: null,
  indexingTime: null,
};

let app: TestApp;
let home: TestTenant;
let system: RestClient;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
  system = await app.systemAdministrator();
});
afterAll(() => app[Symbol.asyncDispose]());

const usageOf = async ({ id, admin }: TestTenant) =>
  expectOk(await admin.get(`/api/tenants/${id}/usage`)).json<TenantUsageRecord>();

const pathOf = ({ id }: TestTenant) => `/api/tenants/${id}/limits`;

test("a tenant has no limits of its own until they are set, and none when they are unset", async () => {
  const tenant = await app.tenant();
  expect(expectOk(await tenant.admin.get(pathOf(tenant))).json()).toEqual({ ...none, version: 0 });

  const limits = { ...none, devicePoints: 500, fileQuota: 1_000_000, version: 1 };
  expect(expectOk(await system.put(pathOf(tenant), { devicePoints: 500, fileQuota: 1_000_000 })).json()).toEqual(
    limits,
  );
  expect((await tenant.admin.get(pathOf(tenant))).json()).toEqual(limits);
  expectOk(await system.put(pathOf(tenant), {}));

  expect((await tenant.admin.get(pathOf(tenant))).json()).toEqual({ ...none, version: 2 });
});

test("[QTA1] limits that somebody changed since they were read are not written over", async () => {
  const tenant = await app.tenant();
  const read = (await system.get(pathOf(tenant))).json<object>();
  expectOk(await system.put(pathOf(tenant), { ...read, devices: 5 }));

  const refusal = await system.put(pathOf(tenant), { ...read, users: 7 });

  expect(refusal.json()).toMatchObject({ status: 409, errorCode: 35 });
  expect(refusal.headers["x-refusal"]).toBe("LIMITS_CHANGED");
  expect((await system.get(pathOf(tenant))).json()).toMatchObject({ devices: 5, users: null });
});

test.for([{ devicePoints: 0 }, { fileQuota: -1 }, { devices: 1.5 }, { users: "many" }, { indexingTime: 3_601 }])(
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

test("[QTA1] files beyond a tenant's own quota are refused as busy, others' are not", async () => {
  const [small, free] = [await app.tenant(), await app.tenant()];
  expectOk(await system.put(pathOf(small), { fileQuota: 1_000 }));
  const upload = async (tenant: TestTenant) => {
    const { token } = await mqttDevice(app, tenant);
    return new HttpDevice(app.node.httpPort, token).contact("UPLOAD", "x".repeat(2_000), { fileName: "a.txt" });
  };

  const refused = await upload(small);
  expect(refused.json()).toMatchObject({ status: 503, errorCode: 2 });
  expect(refused.headers["retry-after"]).toBe("60");
  expect((await upload(free)).status).toBe(204);
});

test("[MQ9] a device that sends more than its tenant's own limit is slowed down at once, and the log says so", async () => {
  const tenant = await app.tenant();
  const { id, token } = await mqttDevice(app, tenant);
  await using device = await connectMqttJs(app, token);
  const send = () => device.client.publishAsync("v1/devices/me/telemetry", '{"a":1,"b":2,"c":3}', { qos: 1 });
  await send();
  expectOk(await system.put(pathOf(tenant), { devicePoints: 5 }));

  // At once: one after the other they may be within the limit. Nobody waits until it is their turn.
  for (let message = 0; message < 4; message++) send().catch(() => undefined);

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

test("[QTA1] a number beyond all numbers is no limit", async () => {
  const send = (body: string) =>
    system.send("PUT", pathOf(home), { headers: { "content-type": "application/json" }, body: Buffer.from(body) });

  for (const number of ["1e999", "-1e999", "1e16", "NaN"])
    expect((await send(`{"devices":${number}}`)).status).toBe(400);
  expect((await home.admin.get(pathOf(home))).json()).toEqual({ ...none, version: 0 });
});

test("[QTA1] a tenant with all the devices it may have gets no more, also by an import; those there are stay", async () => {
  const tenant = await app.tenant();
  await app.device(tenant);
  await app.device(tenant);
  expectOk(await system.put(pathOf(tenant), { devices: 1 }));

  const refusal = await tenant.admin.post("/api/device", { name: "third" });
  expect(refusal.json()).toMatchObject({ status: 503, message: expect.stringContaining("may have 1 devices") });
  expectOk(await system.put(pathOf(tenant), { devices: 3 }));
  const csv = { headers: { "content-type": "text/csv" }, body: Buffer.from("name\nthird\nfourth\nfifth\n") };
  const report = expectOk(await tenant.admin.send("POST", `/api/tenants/${tenant.id}/devices/import`, csv)).json();

  expect(report).toMatchObject({ rows: 3, created: 1, failed: 2 });
  expect(JSON.stringify(report)).toContain("may have 3 devices");
  expect(await usageOf(tenant)).toMatchObject({ devices: 3 });
});

test("[QTA1] a full tenant gets no further user; an invitation stays open until there is room", async () => {
  const tenant = await app.tenant();
  expectOk(await system.put(pathOf(tenant), { users: 1 }));
  const username = `guest-${randomUUID()}`;
  const users = `/api/tenants/${tenant.id}/users`;
  const body = { username, password: testPassword, authority: "VIEWER" };

  expect((await tenant.admin.post(users, body)).json()).toMatchObject({
    status: 503,
    message: expect.stringContaining("1 users"),
  });
  const { token } = await tenant.admin.calls.users.invite({
    tenantId: tenant.id,
    body: { username, authority: "VIEWER" },
  });
  const accept = () => app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword });
  expect((await accept()).status).toBe(503);
  expectOk(await system.put(pathOf(tenant), { users: 2 }));
  expectOk(await accept());

  expect(await usageOf(tenant)).toMatchObject({ users: 2 });
});

test("[QTA1] attributes beyond a tenant's quota are refused as busy over every door and never dropped in silence", async () => {
  const tenant = await app.tenant();
  const { id, token } = await mqttDevice(app, tenant);
  const write = (value: string) =>
    tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, { note: value });
  expectOk(await write("x".repeat(80)));
  expectOk(await system.put(pathOf(tenant), { attributeQuota: 100 }));

  expect((await write("x".repeat(200))).json()).toMatchObject({
    status: 503,
    message: expect.stringContaining("100 bytes of attributes"),
  });
  expectOk(await write("y".repeat(80)));
  await using device = await connectMqttJs(app, token, { protocolVersion: 5 });
  const publish = (payload: string) => device.client.publishAsync("v1/devices/me/attributes", payload, { qos: 1 });
  await expect(publish(`{"serial":"${"1".repeat(100)}"}`)).rejects.toMatchObject({ code: 0x97 });
  const ping = await new HttpDevice(app.node.httpPort, token).contact("PING", `<r><d site="${"z".repeat(200)}"/></r>`);

  expect(ping.status).toBe(503);
  const { attributeBytes } = await usageOf(tenant);
  expect(attributeBytes).toBeLessThanOrEqual(100);
});

test("[QTA1] requests above a tenant's rate are refused as busy with a time to come back, and nothing of them is stored", async () => {
  const tenant = await app.tenant();
  const { id, token } = await mqttDevice(app, tenant);
  const write = (body: object) => tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, body);
  expectOk(await system.put(pathOf(tenant), { tenantPoints: 2 }));
  const minutesOfDebt = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]));
  expectOk(await write(minutesOfDebt));

  const refusal = await write({ late: 1 });
  expect(refusal.json()).toMatchObject({
    status: 503,
    message: expect.stringContaining("2 per second (tenantPoints)"),
  });
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
  expect((await new HttpDevice(app.node.httpPort, token).contact("ATTN", "<x/>")).status).toBe(503);
  expectOk(await system.put(pathOf(tenant), {}));
  expectOk(await write({ now: 1 }));

  const keys = await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/keys/timeseries`);
  expect(keys.json()).not.toContain("late");
});

test("[QTA1] what a tenant uses is told to its administrator and, of all tenants, to the system's", async () => {
  const tenant = await app.tenant();
  const { id } = await mqttDevice(app, tenant);
  expectOk(await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { a: 1, b: 2 }));
  expectOk(await system.put(pathOf(tenant), { series: 9 }));

  const usage = await usageOf(tenant);
  expect(usage).toMatchObject({ devices: 1, users: 1, series: 2, fileBytes: 0, indexingSeconds: 0 });
  const all = expectOk(await system.get("/api/tenantUsages?page=0&limit=1000")).json<{
    data: { id: { id: string } }[];
  }>();
  expect(all.data.find((one) => one.id.id === tenant.id)).toMatchObject({
    limits: { series: 9 },
    usage: { devices: 1, series: 2 },
  });
  expect((await tenant.admin.get("/api/tenantUsages")).status).toBe(403);
  expect((await tenant.admin.get(`/api/tenants/${home.id}/usage`)).status).toBe(404);
});
