import type { AuditRecord, NewApiKeyRecord, SessionRecord, TokenPair } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient, RestResponse } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_OPENED_TENANT: "1h" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const entriesOf = async (client: RestClient) =>
  expectOk(await client.get("/api/audit/logs?page=0&limit=100&sortOrder=DESC")).json<{ data: AuditRecord[] }>().data;

async function opened(tenant = home, at = app): Promise<{ tokens: TokenPair; inside: RestClient; before: RestClient }> {
  const before = await at.login("system");
  const tokens = expectOk(await before.post(`/api/tenants/${tenant.id}/open`)).json<TokenPair>();
  return { tokens, inside: at.rest.withToken(tokens.token), before };
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

test("[AUD1] what a visitor does to the own account is on record in the installation, and tells the tenant nothing", async () => {
  await using alone = await startApp(); // the sessions of its system administrator end
  const tenant = await alone.tenant();
  const { inside } = await opened(tenant, alone);
  const preferences = { language: "de", region: null, timeZone: null };
  const notifications = { security: true, invitations: true, alarms: true };
  expectOk(await inside.put("/api/auth/user", { firstName: "Ada", lastName: tenant.id }));
  expectOk(await inside.put("/api/auth/user/preferences", { ...preferences, notifications }));
  const change = { currentPassword: testPassword, newPassword: testPassword };
  expectOk(await inside.post("/api/auth/changePassword", change));
  expectOk(await inside.delete("/api/auth/sessions"));
  const own = await entriesOf(tenant.admin);
  expectOk(await (await alone.login("system")).delete(`/api/tenants/${tenant.id}`));

  const installation = (await entriesOf(await alone.login("system"))).filter(({ via }) => via === "opened as");
  const acts = (entries: readonly AuditRecord[]) =>
    entries.filter(({ entityId }) => entityId.entityType === "USER").map(({ actionType }) => actionType);
  expect(acts(installation).sort()).toEqual(["PASSWORD_CHANGED", "SESSIONS_ENDED", "UPDATED", "UPDATED"]);
  expect(acts(own.filter(({ via }) => via === "opened as"))).toEqual([]);
});

test("[AUTH7] a visitor's own keys are not there in the tenant: not listed, not deleted, not named in its log", async () => {
  const tenant = await app.tenant();
  const body = { name: "the secret plan", permissions: ["MANAGE_TENANTS"] };
  const key = expectOk(await (await app.login("system")).post("/api/apiKeys", body)).json<NewApiKeyRecord>();
  const { inside } = await opened(tenant);

  expect(expectOk(await inside.get("/api/apiKeys")).json()).toEqual([]);
  const refusal = await inside.delete(`/api/apiKeys/${key.id.id}`);

  expect(refusal.status).toBe(403);
  expectOk(await app.rest.withToken(key.key).get("/api/tenants"));
  expect(JSON.stringify(await entriesOf(tenant.admin))).not.toContain(body.name);
});

test("[AUD1] who logs out of an opened tenant has left it, in both logs", async () => {
  const tenant = await app.tenant();
  const { inside } = await opened(tenant);

  expectOk(await inside.post("/api/auth/logout"));

  const left = (entries: readonly AuditRecord[]) =>
    entries.filter(({ actionType, entityId }) => actionType === "TENANT_LEFT" && entityId.id === tenant.id).length;
  expect(left(await entriesOf(tenant.admin))).toBe(1);
  const installation = await entriesOf(await app.login("system"));
  expect(left(installation)).toBe(1);
  expect(installation).toContainEqual(expect.objectContaining({ actionType: "LOGOUT", via: "opened as" }));
});

const leavesOf = (entries: readonly AuditRecord[], tenant: TestTenant) =>
  entries.filter(({ actionType, entityId }) => actionType === "TENANT_LEFT" && entityId.id === tenant.id);

test("[AUD1] a visit that is ended from another session is on record as left, at once", async () => {
  const tenant = await app.tenant();
  const { inside } = await opened(tenant);
  const other = await app.login("system");
  expect(leavesOf(await entriesOf(tenant.admin), tenant)).toEqual([]);

  const sessions = expectOk(await other.get("/api/auth/sessions")).json<SessionRecord[]>();
  const visit = sessions.find(({ authority }) => authority === "TENANT_ADMIN"); // the newest
  expectOk(await other.delete(`/api/auth/sessions/${visit?.id.id}`));

  expect((await inside.get("/api/auth/user")).status).toBe(401);
  expect(leavesOf(await entriesOf(tenant.admin), tenant)).toMatchObject([{ userName: "system" }]);
  expect(leavesOf(await entriesOf(other), tenant)).toHaveLength(1);
});

test("[AUD1] so is one whose session ended in any other way, once and with the reason", async () => {
  await using alone = await startApp();
  const [expired, ended] = [await alone.tenant(), await alone.tenant()];
  await opened(expired, alone);
  const { inside } = await opened(ended, alone);
  const other = await alone.login("system");
  const change = { currentPassword: testPassword, newPassword: testPassword };
  await alone.platform.sessions.closeVisits();
  expect(leavesOf(await entriesOf(expired.admin), expired)).toEqual([]);

  expectOk(await other.post("/api/auth/changePassword", change)); // ends the others
  expect((await inside.get("/api/auth/user")).status).toBe(401);
  await Promise.all([alone.platform.sessions.closeVisits(), alone.platform.sessions.closeVisits()]);

  const [entry, ...more] = leavesOf(await entriesOf(ended.admin), ended);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ userName: "system", via: "opened as" });
  expect(JSON.stringify(entry?.actionData)).toContain("the session was ended");
  expect(leavesOf(await entriesOf(other), ended)).toHaveLength(1);
});

test("[AUD1, AUTH8] a visit ends after the time that is set for it, on record, and when its tenant is gone", async () => {
  await using alone = await startApp({ HELIO_OPENED_TENANT: "1s" });
  const [tenant, gone] = [await alone.tenant(), await alone.tenant()];
  const { inside } = await opened(tenant, alone);
  await opened(gone, alone);
  const system = await alone.login("system");
  expectOk(await system.delete(`/api/tenants/${gone.id}`));

  const left = async () => {
    await alone.platform.sessions.closeVisits();
    return leavesOf(await entriesOf(tenant.admin), tenant);
  };
  await expect.poll(async () => (await inside.get("/api/auth/user")).status).toBe(401); // before anybody looks for ends
  await expect.poll(left, { timeout: 30_000 }).toHaveLength(1);
  expect(JSON.stringify(await left())).toContain("its time was over");
  await expect.poll(async () => leavesOf(await entriesOf(system), gone)).toHaveLength(1);
});

test("[AUTH4] a refresh token that is used twice ends its session, on record with the reason", async () => {
  const tenant = await app.tenant();
  const { refreshToken } = await app.tokens(tenant.username);
  const refresh = () => app.rest.post("/api/auth/token", { refreshToken });
  expectOk(await refresh());

  expect((await refresh()).status).toBe(401);

  const fresh = await app.login(tenant.username);
  const entry = (await entriesOf(fresh)).find(({ actionType }) => actionType === "SESSIONS_ENDED");
  expect(entry).toMatchObject({ entityName: tenant.username, via: "nobody" });
  expect(JSON.stringify(entry?.actionData)).toContain("a refresh token was used twice");
});

test("[AUTH8] of several openings, or leavings, by one session at once exactly one succeeds", async () => {
  const system = await app.login("system");
  const open = await atOnce(() => system.post(`/api/tenants/${home.id}/open`));
  const { token } = onlyOk(open).json<TokenPair>();
  const inside = app.rest.withToken(token);

  onlyOk(await atOnce(() => inside.post("/api/auth/leave")));
});

const atOnce = (ask: () => Promise<RestResponse>) => Promise.all(Array.from({ length: 5 }, ask));

function onlyOk(answers: readonly RestResponse[]): RestResponse {
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  const won = answers.find(({ status }) => status === 200);
  if (!won) throw new Error("none succeeded");
  return won;
}

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
    .values({ tenant_id: tenant.id, needs_second_factor: 1, version: 1 })
    .execute();

  const refusal = await (await app.login("system")).post(`/api/tenants/${tenant.id}/open`);
  expect(refusal.json()).toMatchObject({ status: 403, message: expect.stringContaining("second factor") });
  await expect.poll(async () => (await inside.get("/api/auth/user")).status).toBe(401);
});
