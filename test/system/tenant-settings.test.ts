import type { ProjectRecord, TenantAppearance, TenantSettingsRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { connectMqttJs, mqttDevice } from "../support/mqtt-device.ts";
import type { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const pathOf = ({ id }: TestTenant) => `/api/tenants/${id}/settings`;
const settingsOf = async (tenant: TestTenant) =>
  expectOk(await tenant.admin.get(pathOf(tenant))).json<TenantSettingsRecord>();
const png = "data:image/png;base64,iVBORw0KGgo=";

test("settings are saved as a whole, on top of the version they were read in; an older one is 409", async () => {
  const tenant = await app.tenant();
  const { version } = await settingsOf(tenant);

  const first = expectOk(await tenant.admin.put(pathOf(tenant), { accentColor: "#AABBCC", logo: png, version }));
  expect(first.json()).toMatchObject({ accentColor: "#aabbcc", logo: png, version: 1, telemetryRetention: null });
  expect((await tenant.admin.put(pathOf(tenant), { title: "late", version })).json()).toMatchObject({ status: 409 });
  expectOk(await tenant.admin.put(pathOf(tenant), { title: "Lab", logo: png, telemetryRetention: 60_000, version: 1 }));

  expect(await settingsOf(tenant)).toMatchObject({
    ...{ title: "Lab", logo: png, telemetryRetention: 60_000, version: 2 },
    accentColor: null,
  });
  expectOk(await tenant.admin.put(pathOf(tenant), { telemetryRetention: null }));
  expect(await settingsOf(tenant)).toMatchObject({ title: "Lab", telemetryRetention: null });
});

test("everybody in a tenant sees how it looks, nobody else does", async () => {
  const tenant = await app.tenant();
  await app.user(tenant.admin, tenant.id, `viewer-of-${tenant.id}`, "VIEWER");
  const viewer = await app.login(`viewer-of-${tenant.id}`);
  expectOk(await tenant.admin.put(pathOf(tenant), { accentColor: "#112233", homePage: { kind: "PROJECTS" } }));

  const path = `/api/tenants/${tenant.id}/appearance`;
  expect(expectOk(await viewer.get(path)).json()).toEqual({
    ...{ title: null, accentColor: "#112233", logo: null },
    homePage: { kind: "PROJECTS" },
  });
  expect((await viewer.get(pathOf(tenant))).status).toBe(403);
  expect((await home.admin.get(path)).status).toBe(404);
});

test.for([
  { accentColor: "red" },
  { accentColor: "#12345" },
  { logo: "https://example.org/x.png" },
  { logo: "data:text/html;base64,AAAA" },
  { logo: `data:image/png;base64,${"A".repeat(200_000)}` },
  { homePage: { kind: "PROJECT" } },
  { logo: "data:image/jpeg;base64,iVBORw0KGgo=" },
  { logo: `data:image/svg+xml;base64,${Buffer.from("<svg onload='alert(1)'/>").toString("base64")}` },
  { homePage: { kind: "DEVICES", projectId: "00000000-0000-4000-8000-000000000000" } },
  { historyDepth: -1 },
  { historyDepth: 1.5 },
  { title: "\u200b" },
])("%j is refused and changes nothing", async (body) => {
  const before = await settingsOf(home);

  expect((await home.admin.put(pathOf(home), body)).status).toBe(400);
  expect(await settingsOf(home)).toEqual(before);
});

test("[PRJ1] a home page that is a project is there for who sees it, and for nobody when it is gone", async () => {
  const tenant = await app.tenant();
  const newProject = async (name: string) =>
    expectOk(await tenant.admin.post("/api/project", { name })).json<ProjectRecord>();
  const [hidden, seen] = [await newProject("hidden"), await newProject("seen")];
  const username = `insider-${tenant.id}`;
  const grants = [{ role: "VIEWER", projectId: seen.id }];
  const person = { username, password: testPassword, grants };
  expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/users`, person));
  const insider = await app.login(username);
  const homeOf = async (client: RestClient) =>
    expectOk(await client.get(`/api/tenants/${tenant.id}/appearance`)).json<TenantAppearance>().homePage;
  const homePage = { kind: "PROJECT", projectId: hidden.id.id } as const;

  expectOk(await tenant.admin.put(pathOf(tenant), { homePage }));

  expect(await homeOf(tenant.admin)).toEqual(homePage);
  expect(await homeOf(insider)).toBeNull();
  expectOk(await tenant.admin.delete(`/api/project/${hidden.id.id}`));
  expect(await homeOf(tenant.admin)).toBeNull();
  expect(await settingsOf(tenant)).toMatchObject({ homePage: null });
});

test("the home page is a project of the tenant, not another's", async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()];
  const project = await tenant.admin.calls.projects.save({ body: { name: "North" } });
  const homePage = { kind: "PROJECT", projectId: project.id.id } as const;

  expectOk(await tenant.admin.put(pathOf(tenant), { homePage }));
  expect((await other.admin.put(pathOf(other), { homePage })).status).toBe(404);
});

test("[TEL5] points older than a tenant takes are refused as a whole over every door; others and files are not touched", async () => {
  const tenant = await app.tenant();
  const { id, token } = await mqttDevice(app, tenant);
  const write = (ts: number) =>
    tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, [{ ts, values: { a: 1 } }, { b: 2 }]);
  const old = Date.now() - 3 * 86_400_000;
  expectOk(await write(old));
  expectOk(await tenant.admin.put(pathOf(tenant), { historyDepth: 86_400_000 }));

  expect((await write(old)).json()).toMatchObject({ status: 400, message: expect.stringContaining("1 days") });
  expectOk(await write(Date.now() - 1_000));
  await using device = await connectMqttJs(app, token, { protocolVersion: 5 });
  const publish = device.client.publishAsync("v1/devices/me/telemetry", `{"ts":${old},"values":{"c":1}}`, { qos: 1 });
  await expect(publish).rejects.toMatchObject({ code: 0x99 });
  const { version } = await settingsOf(tenant);
  expectOk(await tenant.admin.put(pathOf(tenant), { historyDepth: null, version }));
  expectOk(await write(old));
});
