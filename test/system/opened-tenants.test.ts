import type { AuditRecord, TokenPair } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_OPENED_TENANT: "1h" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const entriesOf = async (client: RestClient) =>
  expectOk(await client.get("/api/audit/logs?page=0&limit=100&sortOrder=DESC")).json<{ data: AuditRecord[] }>().data;

async function opened(tenant = home): Promise<{ tokens: TokenPair; inside: RestClient; before: RestClient }> {
  const before = await app.login("system");
  const tokens = expectOk(await before.post(`/api/tenants/${tenant.id}/open`)).json<TokenPair>();
  return { tokens, inside: app.rest.withToken(tokens.token), before };
}

test("[AUTH7] a system administrator opens a tenant as its administrator, for a while, and is nothing else there", async () => {
  const { inside, before } = await opened();

  const who = expectOk(await inside.get("/api/auth/user")).json<Record<string, unknown>>();
  expect(who).toMatchObject({ username: "system", authority: "TENANT_ADMIN", tenantId: { id: home.id } });
  expect(Number(who["openedUntil"])).toBeGreaterThan(Date.now());
  expect(who["permissions"]).not.toContain("MANAGE_TENANTS");
  expect((await before.get("/api/auth/user")).status).toBe(401);
  expect((await inside.get("/api/tenants")).status).toBe(403);
  expect((await inside.put(`/api/tenants/${home.id}/limits`, {})).status).toBe(403);
  expect((await inside.post(`/api/tenants/${home.id}/open`)).status).toBe(403);
  expectOk(await inside.post("/api/device", { name: "by the system" }));
  const key = { name: "k", permissions: ["VIEW_DEVICES"] };
  expect((await inside.post("/api/apiKeys", key)).status).toBe(403);
});

test("[AUD1] opening and leaving are in both logs; what is done inside is under the own name, as opened", async () => {
  const tenant = await app.tenant();
  const { inside } = await opened(tenant);
  expectOk(await inside.post("/api/device", { name: "seen" }));
  const back = expectOk(await inside.post("/api/auth/leave")).json<TokenPair>();

  const own = await entriesOf(tenant.admin);
  const device = own.find(({ entityName }) => entityName === "seen");
  expect(device).toMatchObject({ userName: "system", via: "opened as", actionType: "ADDED" });
  const acts = (entries: readonly AuditRecord[]) =>
    entries
      .filter(({ entityId }) => entityId.id === tenant.id && entityId.entityType === "TENANT")
      .map(({ actionType, userName }) => `${actionType} ${userName}`);
  expect(acts(own)).toEqual(expect.arrayContaining(["TENANT_OPENED system", "TENANT_LEFT system"]));
  const installation = await entriesOf(app.rest.withToken(back.token));
  expect(acts(installation)).toEqual(expect.arrayContaining(["TENANT_OPENED system", "TENANT_LEFT system"]));
  expect((await inside.get("/api/auth/user")).status).toBe(401);
});

test("[AUTH8] a refresh does not make the visit longer, and a tenant that is removed ends it", async () => {
  const tenant = await app.tenant();
  const { tokens, inside } = await opened(tenant);
  const until = async (client: RestClient) =>
    expectOk(await client.get("/api/auth/user")).json<{ openedUntil: number }>().openedUntil;
  const end = await until(inside);

  const next = expectOk(
    await app.rest.post("/api/auth/token", { refreshToken: tokens.refreshToken }),
  ).json<TokenPair>();
  const renewed = app.rest.withToken(next.token);
  expect(await until(renewed)).toBe(end);
  expectOk(await (await app.login("system")).delete(`/api/tenants/${tenant.id}`));

  expect((await renewed.get("/api/auth/user")).status).toBe(401);
});

test("[AUTH8] the visit ends after the time that is set for it", async () => {
  await using short = await startApp({ HELIO_OPENED_TENANT: "1s" });
  const { id } = await short.firstTenant();
  const system = await short.login("system");
  const { token } = expectOk(await system.post(`/api/tenants/${id}/open`)).json<TokenPair>();

  await expect.poll(async () => (await short.rest.withToken(token).get("/api/auth/user")).status).toBe(401);
});

test("only a system administrator in person opens a tenant, only one that is there, and only an opened one is left", async () => {
  const other = await app.tenant();
  const system = await app.login("system");

  expect((await home.admin.post(`/api/tenants/${other.id}/open`)).status).toBe(403);
  expect((await system.post("/api/tenants/00000000-0000-4000-8000-000000000000/open")).status).toBe(404);
  expect((await system.post("/api/auth/leave")).status).toBe(409);
  expect((await home.admin.post("/api/auth/leave")).status).toBe(409);
});

test("[AUTH2] changing back to the own place leaves the tenant, too", async () => {
  const { inside } = await opened();
  const { authorityId } = expectOk(await inside.get("/api/auth/user")).json<{ authorityId: { id: string } }>();

  const { token } = expectOk(await inside.post("/api/auth/switch", { authorityId: authorityId.id })).json<TokenPair>();

  const who = expectOk(await app.rest.withToken(token).get("/api/auth/user")).json();
  expect(who).toMatchObject({ authority: "SYS_ADMIN" });
  expect(who).not.toHaveProperty("openedUntil");
});

test("a tenant is renamed by the system administrator, and everywhere at once; a name that is taken is refused", async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant("Taken Name")];
  const system = await app.login("system");
  const path = `/api/tenants/${tenant.id}`;

  expectOk(await system.put(path, { name: "A New Name" }));
  expect((await tenant.admin.get("/api/auth/user")).json()).toMatchObject({ tenantName: "A New Name" });
  expectOk(await system.put(path, { name: "a new name" }));
  expect((await system.put(path, { name: "taken NAME" })).status).toBe(409);
  expect((await other.admin.put(path, { name: "x" })).status).toBe(403);
});

test("[AUTH9] a tenant that asks for a second factor is not opened without one, and a rule set later ends the visit", async () => {
  const tenant = await app.tenant();
  const { inside } = await opened(tenant);
  await app.platform.database.write
    .insertInto("sign_in_rules")
    .values({ tenant_id: tenant.id, needs_second_factor: 1 })
    .execute();

  const refusal = await (await app.login("system")).post(`/api/tenants/${tenant.id}/open`);
  expect(refusal.json()).toMatchObject({ status: 403, message: expect.stringContaining("second factor") });
  await expect.poll(async () => (await inside.get("/api/auth/user")).status).toBe(401);
});
