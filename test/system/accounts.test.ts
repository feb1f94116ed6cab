import { randomUUID } from "node:crypto";
import {
  type AuditRecord,
  type CurrentUser,
  defaultPreferences,
  type OwnTerms,
  type PasswordResetLink,
  type Preferences,
  type TermsRecord,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestResponse } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const errorOf = (response: RestResponse) => [response.status, response.json<{ errorCode?: number }>().errorCode];
const nextPassword = "another password for tests";

async function newUser(tenant = home, role: "VIEWER" | "TENANT_ADMIN" = "VIEWER") {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(tenant.admin, tenant.id, username, role);
  return { username, id: id.id };
}

describe("[AUTH9] a link to a new password", () => {
  const offer = (tenant: TestTenant, userId: string) =>
    tenant.admin.post(`/api/tenants/${tenant.id}/users/${userId}/passwordReset`);
  const offered = async (tenant: TestTenant, userId: string) =>
    expectOk(await offer(tenant, userId)).json<PasswordResetLink>();
  const view = (resetToken: string) => app.rest.post("/api/noauth/resetPassword/view", { resetToken });
  const reset = (resetToken: string, password = nextPassword) =>
    app.rest.post("/api/noauth/resetPassword", { resetToken, password });

  test("is made by an administrator, says for whom it is, works once, and ends all sessions", async () => {
    const { username, id } = await newUser();
    const pair = await app.tokens(username);
    await using live = await LiveClient.open(app.node.httpPort, pair.token);

    const { token, link, expiresTime } = await offered(home, id);

    expect(link).toBe(`/password#${token}`);
    expect((await view(token)).json()).toEqual({ username, expiresTime });
    expect((await app.login(username)).get("/api/auth/user")).toBeDefined(); // until it is used nothing changes
    expect(errorOf(await reset(token, username))).toEqual([400, 31]);
    expect(errorOf(await reset(token, "short"))).toEqual([400, 31]);
    expect((await reset(token)).status).toBe(200);
    expect(await live.closed).toBe(4401);
    expect((await app.rest.post("/api/auth/token", { refreshToken: pair.refreshToken })).status).toBe(401);
    expect((await app.rest.post("/api/auth/login", { username, password: testPassword })).status).toBe(401);
    expect((await app.rest.post("/api/auth/login", { username, password: nextPassword })).status).toBe(200);
    expect(errorOf(await reset(token))).toEqual([404, 32]);
    expect(errorOf(await view(token))).toEqual([404, 32]);
    const log = await home.admin.get(`/api/audit/logs/entity/USER/${id}?limit=50&page=0`);
    const acts = log.json<{ data: AuditRecord[] }>().data.filter(({ actionStatus }) => actionStatus === "SUCCESS");
    expect(acts.map(({ actionType }) => actionType)).toEqual(
      expect.arrayContaining(["PASSWORD_RESET_OFFERED", "PASSWORD_CHANGED"]),
    );
    expect(log.text).not.toContain(token);
  });

  test("two who use it at once set one password, and a further link takes the place of the first", async () => {
    const { id } = await newUser();
    const first = await offered(home, id);
    const second = await offered(home, id);

    expect(errorOf(await reset(first.token))).toEqual([404, 32]);
    const answers = await Promise.all(
      ["one of two passwords", "two of two passwords"].map((one) => reset(second.token, one)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("ends after its time, and nobody guesses one", async () => {
    await using quick = await startApp({ HELIO_PASSWORD_RESET_LIFETIME: "1s" });
    const tenant = await quick.firstTenant();
    const { id } = await quick.user(tenant.admin, tenant.id, "late", "VIEWER");
    const made = await tenant.admin.post(`/api/tenants/${tenant.id}/users/${id.id}/passwordReset`);
    await new Promise((resolve) => setTimeout(resolve, 1_100));

    const late = { resetToken: made.json<PasswordResetLink>().token, password: nextPassword };
    expect(errorOf(await quick.rest.post("/api/noauth/resetPassword", late))).toEqual([404, 32]);
    expect(errorOf(await reset("guessed"))).toEqual([404, 32]);
  });

  test("[ROL1] is made for nobody who is a user elsewhere, and stops when its user becomes one", async () => {
    const other = await app.tenant();
    const [both, later] = [await newUser(), await newUser()];
    await app.join(other.admin, other.id, both.username, "TENANT_ADMIN");
    const { token } = await offered(home, later.id);

    expect(errorOf(await offer(home, both.id))).toEqual([403, 20]);
    await app.join(other.admin, other.id, later.username, "TENANT_ADMIN");
    expect(errorOf(await view(token))).toEqual([404, 32]);
    expect(errorOf(await reset(token))).toEqual([404, 32]);
    const system = await app.systemAdministrator();
    const bySystem = await system.post(`/api/tenants/${home.id}/users/${both.id}/passwordReset`);
    expect((await reset(expectOk(bySystem).json<PasswordResetLink>().token)).status).toBe(200);
  });

  test("[ROL1] is made by nobody for themselves, nor by who lost the right to before it is used", async () => {
    const admin = await newUser(home, "TENANT_ADMIN");
    const client = await app.login(admin.username);
    const { id } = await newUser();
    const own = await client.post(`/api/tenants/${home.id}/users/${admin.id}/passwordReset`);
    expect(errorOf(own)).toEqual([409, 35]);
    const made = await client.post(`/api/tenants/${home.id}/users/${id}/passwordReset`);
    const { token } = expectOk(made).json<PasswordResetLink>();

    await home.admin.put(`/api/tenants/${home.id}/users/${admin.id}`, { authority: "VIEWER" });

    expect(errorOf(await reset(token))).toEqual([404, 32]);
  });

  test("by mail there is none where no mail is set up, whatever the name", async () => {
    expect((await app.rest.get("/api/noauth/resetPassword")).json()).toEqual({ byMail: false });
    for (const email of ["admin", "nobody@example.org"]) {
      expect(errorOf(await app.rest.post("/api/noauth/resetPasswordByEmail", { email }))).toEqual([409, 35]);
    }
  });
});

describe("[AUTH9] what users chose for themselves", () => {
  test("is kept, told with who they are, and on record; what no page can follow is refused", async () => {
    const { username, id } = await newUser();
    const client = await app.login(username);
    const path = "/api/auth/user/preferences";
    expect((await client.get(path)).json()).toEqual(defaultPreferences);
    const wanted: Preferences = {
      ...{ language: "de", region: "de-CH", timeZone: "Europe/Zurich" },
      notifications: { security: false, invitations: true, alarms: true },
    };

    expect(expectOk(await client.put(path, wanted)).json()).toEqual(wanted);

    expect((await client.get("/api/auth/user")).json<CurrentUser>().preferences).toEqual(wanted);
    expect(errorOf(await client.put(path, { ...wanted, timeZone: "Middle/Earth" }))).toEqual([400, 31]);
    expect(errorOf(await client.put(path, { ...wanted, region: "x" }))).toEqual([400, 31]);
    expect(errorOf(await client.put(path, { ...wanted, language: "tlh" }))).toEqual([400, 31]);
    expect((await client.get(path)).json()).toEqual(wanted);
    const log = await home.admin.get(`/api/audit/logs/entity/USER/${id}?limit=50&page=0`);
    const entry = log.json<{ data: AuditRecord[] }>().data.find(({ actionType }) => actionType === "UPDATED");
    expect(entry?.actionData.after).toMatchObject({ language: "de", timeZone: "Europe/Zurich" });
  });
});

describe("[AUTH9] terms of use", () => {
  const path = (tenant: TestTenant) => `/api/tenants/${tenant.id}/terms`;
  const toAccept = async (client: TestTenant["admin"]) =>
    (await client.get("/api/auth/user")).json<CurrentUser>().termsToAccept;

  test("are asked of each user once per version, recorded with their version, and stop no script", async () => {
    const tenant = await app.tenant();
    const { username, id } = await newUser(tenant);
    const client = await app.login(username);
    expect(await toAccept(client)).toBeNull();
    const first = await tenant.admin.put(path(tenant), { text: "# Care\n\nWith care.", version: 0 });
    expect(expectOk(first).json<TermsRecord>()).toMatchObject({ version: 1, changedTime: expect.any(Number) });

    expect(await toAccept(client)).toBe(1);
    expect((await client.get("/api/auth/terms")).json<OwnTerms>()).toEqual({
      ...{ text: "# Care\n\nWith care.", version: 1, acceptedTime: null },
    });
    expect((await client.get(`/api/tenants/${tenant.id}/devices?limit=1&page=0`)).status).toBe(200);
    expect((await client.post("/api/auth/terms/accept", { version: 1 })).status).toBe(200);
    expect((await client.post("/api/auth/terms/accept", { version: 1 })).status).toBe(200);
    expect(await toAccept(client)).toBeNull();
    expect(await toAccept(await app.login(username))).toBeNull();

    expectOk(await tenant.admin.put(path(tenant), { text: "With more care.", version: 1 }));
    expect(await toAccept(client)).toBe(2);
    expect(errorOf(await client.post("/api/auth/terms/accept", { version: 1 }))).toEqual([409, 35]);
    expectOk(await tenant.admin.put(path(tenant), { text: "", version: 2 }));
    expect(await toAccept(client)).toBeNull();
    const log = await tenant.admin.get(`/api/audit/logs/entity/USER/${id}?limit=50&page=0`);
    const accepted = log
      .json<{ data: AuditRecord[] }>()
      .data.filter(({ actionType }) => actionType === "TERMS_ACCEPTED");
    expect(accepted.map(({ actionData }) => actionData.facts)).toEqual([{ version: 1 }]);
  });

  test("two who change them at once do not overwrite each other, and the same text is no new version", async () => {
    const tenant = await app.tenant();
    const save = (text: string, version: number) => tenant.admin.put(path(tenant), { text, version });

    const answers = await Promise.all([save("one", 0), save("other", 0)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const current = (await tenant.admin.get(path(tenant))).json<TermsRecord>();
    expect((await save(current.text, 1)).json<TermsRecord>().version).toBe(1);
    expect(errorOf(await save("x".repeat(100_001), 1))).toEqual([400, 31]);
    expect((await app.systemAdministrator().then((system) => system.get("/api/auth/terms"))).json()).toMatchObject({
      version: 0,
    });
  });
});
