import { randomUUID } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type {
  ApiKeyRecord,
  AuditRecord,
  CurrentUser,
  DeviceRecord,
  NewApiKeyRecord,
  Permission,
  ProjectRecord,
  TenantRole,
} from "@heliograph/contract";
import { roles } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;
let device: DeviceRecord;
/** More than sockets on both sides take: without a reader the answer stays under way. */
const fileBytes = 16 * 1024 * 1024;

beforeAll(async () => {
  app = await startApp({
    HELIO_LOGIN_DELAY: "1ms",
    HELIO_LOGIN_DELAY_MAX: "1ms",
    HELIO_API_KEYS_PER_USER: "5",
    HELIO_CORS_ORIGINS: "https://lab.example.org, http://localhost:3000",
  });
  home = await app.firstTenant();
  device = await app.device(home);
  expectOk(await home.admin.post(`/api/devices/${device.id.id}/data-files?name=big.bin`, Buffer.alloc(fileBytes, "x")));
});
afterAll(() => app[Symbol.asyncDispose]());

const reading: readonly Permission[] = ["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_FILES", "DOWNLOAD_FILES"];

async function newUser(role: TenantRole = "OPERATOR") {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(home.admin, home.id, username, role);
  return { id: id.id, username, client: await app.login(username) };
}

async function newKey(client: RestClient, fields: Record<string, unknown> = {}): Promise<NewApiKeyRecord> {
  const body = { name: "nightly export", permissions: reading, ...fields };
  return expectOk(await client.post("/api/apiKeys", body)).json<NewApiKeyRecord>();
}

const withHeader = (name: string, value: string) => new RestClient(app.node.httpPort, { [name]: value });
const withKey = (key: string) => withHeader("x-authorization", `ApiKey ${key}`);
const devicePath = () => `/api/device/${device.id.id}`;

describe("[AUTH10] an API key", () => {
  test.each([
    ["x-authorization", "ApiKey"],
    ["authorization", "ApiKey"],
    ["authorization", "apikey"],
    ["x-authorization", "Bearer"],
    ["authorization", "Bearer"],
  ])("is sent as %s: %s", async (header, scheme) => {
    const { key } = await newKey((await newUser()).client);

    const answer = await withHeader(header, `${scheme} ${key}`).get(devicePath());

    expect(expectOk(answer).json<DeviceRecord>().name).toBe(device.name);
  });

  test("may do what it was given, and nothing else its maker may", async () => {
    const { client, username } = await newUser();
    const script = withKey((await newKey(client, { permissions: ["VIEW_DEVICES"] })).key);

    const user = expectOk(await script.get("/api/auth/user")).json<CurrentUser>();

    expect(user).toMatchObject({ username, authority: "OPERATOR", permissions: ["VIEW_DEVICES"] });
    expect((await script.post("/api/device", { name: "another" })).json()).toMatchObject({
      status: 403,
      errorCode: 20,
    });
    expect((await script.get(`${devicePath()}/credentials`)).status).toBe(403);
  });

  test("is shown once, kept as a hash, and its last use is told", async () => {
    const { client } = await newUser();
    const { key, ...record } = await newKey(client);
    const list = async () => expectOk(await client.get("/api/apiKeys")).json<ApiKeyRecord[]>();

    expect(key).toMatch(/^hgk_[\w-]{43}$/);
    expect(await list()).toEqual([record]);
    expect(record).toMatchObject({
      name: "nightly export",
      permissions: reading,
      expiresTime: null,
      lastUsedTime: null,
    });
    expectOk(await withKey(key).get(devicePath()));
    await app.platform.apiKeys.keepUse();

    expect((await list())[0]?.lastUsedTime).toBeGreaterThanOrEqual(record.createdTime);
    const stored = await app.platform.database.read.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.slice(4));
  });

  test("is for what its maker has, with an end in the future, and there are not too many", async () => {
    const { client } = await newUser("VIEWER");
    const refused = async (fields: object) =>
      (await client.post("/api/apiKeys", { name: "a", permissions: ["VIEW_DEVICES"], ...fields })).json();

    expect(await refused({ permissions: ["VIEW_DEVICES", "EDIT_DEVICES"] })).toMatchObject({
      status: 403,
      message: "You cannot give what you do not have there: EDIT_DEVICES",
    });
    expect(await refused({ expiresTime: 1 })).toMatchObject({ status: 400, errorCode: 31 });
    for (const fields of [
      { permissions: [] },
      { permissions: ["ALL"] },
      { permissions: ["VIEW_TELEMETRY"] }, // of no use without VIEW_DEVICES
      { name: " " },
      { name: "a " },
      { expiresTime: "soon" },
    ])
      expect(await refused(fields)).toMatchObject({ status: 400 });
    for (let count = 0; count < 5; count++) await newKey(client);
    expect(await refused({})).toMatchObject({ status: 409 });
  });

  test("has an end", async () => {
    const { client } = await newUser();
    const { key, id } = await newKey(client, { expiresTime: Date.now() + 3_600_000 });
    expectOk(await withKey(key).get(devicePath()));
    await app.platform.database.write
      .updateTable("api_keys")
      .set({ expires_time: 1 })
      .where("id", "=", id.id)
      .execute();

    // the next request that asks the store, at most two seconds later
    await expect.poll(async () => (await withKey(key).get(devicePath())).status).toBe(401);

    expect((await withKey(key).get(devicePath())).json()).toMatchObject({
      message: expect.stringContaining("its end"),
    });
  });

  test("is no session: what concerns the account says so", async () => {
    const { client } = await newUser("TENANT_ADMIN");
    const script = withKey((await newKey(client)).key);
    const personal = app.node.routes.filter(({ access }) => access.kind === "signed-in" && access.bySession);

    expect(personal.map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining(["POST /api/auth/changePassword", "POST /api/apiKeys", "POST /api/auth/switch"]),
    );
    for (const { method, url } of personal) {
      const path = url.replace(/:\w+/, randomUUID());
      const answer = await script.send(method, path, method === "GET" || method === "HEAD" ? {} : { body: {} });
      expect([method, url, answer.status]).toEqual([method, url, 403]);
      if (method !== "HEAD")
        expect(answer.json()).toMatchObject({ message: expect.stringContaining("An API key cannot") });
    }
  });

  test("that may manage users makes nobody more than it is itself", async () => {
    const [{ client }, viewer] = [await newUser("TENANT_ADMIN"), await newUser("VIEWER")];
    const permissions = [...roles.VIEWER, "VIEW_USERS", "MANAGE_USERS"];
    const script = withKey((await newKey(client, { permissions })).key);
    const person = (authority: TenantRole) => ({
      username: randomUUID(),
      password: "a password for newcomers",
      authority,
    });
    const users = `/api/tenants/${home.id}/users`;

    expect((await script.post(users, person("TENANT_ADMIN"))).status).toBe(403);
    expect((await script.put(`${users}/${viewer.id}`, { authority: "OPERATOR" })).status).toBe(403);
    expect((await script.post(`/api/tenants/${home.id}/invitations`, person("OPERATOR"))).status).toBe(403);
    expect((await script.post(users, person("VIEWER"))).status).toBe(201);
  });

  test("can be for a part of the projects, with what is below; another project's device does not exist for it", async () => {
    const { client } = await newUser();
    const project = async (name: string, parent?: ProjectRecord) => {
      const body = { name: `${name} ${randomUUID()}`, ...(parent && { parentId: parent.id }) };
      return expectOk(await home.admin.post("/api/project", body)).json<ProjectRecord>();
    };
    const [north, south] = [await project("north"), await project("south")];
    const inside = await app.device(home, { projectId: (await project("portal", north)).id });
    const outside = await app.device(home, { projectId: south.id });
    const { key, ...record } = await newKey(client, { projectIds: [{ id: north.id.id }] });
    const seen = async (one: DeviceRecord) => (await withKey(key).get(`/api/device/${one.id.id}`)).status;

    expect(record.projectIds).toEqual([north.id]);
    expect([await seen(inside), await seen(outside), await seen(device)]).toEqual([200, 404, 404]);
    const refused = async (fields: object) =>
      (await home.admin.post("/api/apiKeys", { name: "a", permissions: ["VIEW_DEVICES"], ...fields })).status;
    expect(await refused({ projectIds: [{ id: randomUUID() }] })).toBe(404);
    expect(await refused({ projectIds: [{ id: north.id.id }], permissions: ["VIEW_USERS"] })).toBe(400);
    expect(await refused({ projectIds: [] })).toBe(400);
  });

  test("what it changes is on record in its maker's name, with its own", async () => {
    const { client, id } = await newUser();
    const { key, id: keyId } = await newKey(client, {
      name: "importer",
      permissions: ["VIEW_DEVICES", "EDIT_DEVICES"],
    });
    expectOk(await withKey(key).post("/api/device", { name: `by key ${randomUUID()}` }));
    expectOk(await client.delete(`/api/apiKeys/${keyId.id}`));

    const logs = await home.admin.get(`/api/audit/logs/user/${id}?pageSize=10&page=0`);
    const entries = expectOk(logs).json<{ data: AuditRecord[] }>().data;

    expect(entries.map(({ actionType, entityId, via }) => [actionType, entityId.entityType, via])).toEqual([
      ["DELETED", "API_KEY", "session"],
      ["ADDED", "DEVICE", "key: importer"],
      ["ADDED", "API_KEY", "session"],
      ["LOGIN", "USER", "session"],
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.slice(4));
  });

  test("nobody lists or deletes another's", async () => {
    const [ada, grace] = [await newUser(), await newUser("TENANT_ADMIN")];
    const { id, key } = await newKey(ada.client);

    expect(expectOk(await grace.client.get("/api/apiKeys")).json()).toEqual([]);
    expect((await grace.client.delete(`/api/apiKeys/${id.id}`)).status).toBe(404);
    expectOk(await withKey(key).get(devicePath()));
  });

  test("of a system administrator is good for what they may do", async () => {
    const system = await app.systemAdministrator();
    const script = withKey((await newKey(system, { permissions: ["MANAGE_TENANTS"] })).key);

    expect((await script.get("/api/tenants")).status).toBe(200);
    expect((await script.get(devicePath())).status).toBe(403);
  });

  test("of a system administrator gives nobody more than it may itself, and takes from nobody what it may not", async () => {
    const permissions = ["MANAGE_USERS", "VIEW_USERS", "MANAGE_TENANTS"];
    const script = withKey((await newKey(await app.systemAdministrator(), { permissions })).key);
    const [tenant, victim] = [`/api/tenants/${home.id}`, await newUser("OPERATOR")];
    const person = (authority: TenantRole) => ({ username: randomUUID(), password: "a password for all", authority });

    const answers = [
      await script.post(`${tenant}/users`, person("TENANT_ADMIN")),
      await script.post(`${tenant}/users`, person("VIEWER")),
      await script.post(`${tenant}/invitations`, person("TENANT_ADMIN")),
      await script.put(`${tenant}/users/${victim.id}`, { authority: "TENANT_ADMIN" }),
      await script.post(`${tenant}/users/${victim.id}/passwordReset`),
      await script.delete(`${tenant}/users/${victim.id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expectOk(await script.get(`${tenant}/users?page=0&limit=10`));
  });
});

describe("[AUTH8] an API key stops at once", () => {
  type User = Awaited<ReturnType<typeof newUser>>;
  const changes: [string, (user: User, key: NewApiKeyRecord) => Promise<unknown>][] = [
    ["when it is deleted", ({ client }, { id }) => client.delete(`/api/apiKeys/${id.id}`)],
    ["with its maker", ({ id }) => home.admin.delete(`/api/tenants/${home.id}/users/${id}`)],
  ];

  test.each(changes)("%s: requests, running downloads and live sockets", async (_, revoke) => {
    const user = await newUser();
    const made = await newKey(user.client);
    const script = withKey(made.key);
    const files = `${devicePath()}/data-files/CLIENT_SCOPE`;
    const link = `${files}/token/${expectOk(await script.post(`${files}/download`, ["big.bin"])).text}`;
    const answer = await begun(link);
    const live = await LiveClient.open(app.node.httpPort, made.key);

    await revoke(user, made);

    expect(await endsWhole(answer)).toBe(false);
    expect(await live.closed).toBe(4401);
    expect((await app.rest.get(link)).status).toBe(404);
    expect((await script.get(devicePath())).json()).toMatchObject({ status: 401, errorCode: 10 });
  });

  test("for what its maker may not do any more, and goes on with the rest", async () => {
    const user = await newUser();
    const { key } = await newKey(user.client, { permissions: ["VIEW_DEVICES", "EDIT_DEVICES"] });
    const rename = () => withKey(key).post("/api/device", { name: `device ${randomUUID()}` });
    expectOk(await rename());

    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${user.id}`, { authority: "VIEWER" }));

    expect((await rename()).status).toBe(403);
    expectOk(await withKey(key).get(devicePath()));
    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${user.id}`, { authority: "OPERATOR" }));
    expectOk(await rename());
  });
});

describe("[AUTH3] wrong API keys", () => {
  test("are refused alike, after too many with 429, and never in the way of a right one", async () => {
    const { key } = await newKey((await newUser()).client);
    const guess = async () => (await withKey(`hgk_${randomUUID()}`).get(devicePath())).status;

    const answers = [];
    for (let count = 0; count < 14; count++) answers.push(await guess());

    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(answers.at(-1)).toBe(429);
    expectOk(await withKey(key).get(devicePath()));
    expectOk(await app.rest.post("/api/auth/login", { username: "admin", password: "a password for tests" }));
    expect((await withHeader("x-authorization", "ApiKey").get(devicePath())).status).toBe(401);
  });
});

describe("[AUTH10] pages of other origins", () => {
  const asked = { "access-control-request-method": "POST", "access-control-request-headers": "x-authorization" };
  const from = (origin: string, headers = {}) => ({ headers: { origin, ...headers } });

  test.each(["https://lab.example.org", "http://localhost:3000"])(
    "of %s, which is listed, may call",
    async (origin) => {
      const preflight = await app.rest.send("OPTIONS", "/api/device", from(origin, asked));
      const answer = await home.admin.get(devicePath(), from(origin));
      const refusal = await app.rest.get(devicePath(), from(origin));

      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": expect.stringContaining("x-authorization"),
        vary: "Origin",
      });
      for (const { headers } of [answer, refusal])
        expect(headers).toMatchObject({ "access-control-allow-origin": origin, vary: "Origin" });
      expect([answer.status, refusal.status]).toEqual([200, 401]);
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    },
  );

  test.each(["https://elsewhere.example.org", "null", "https://lab.example.org.evil.example"])(
    "of %s may not",
    async (origin) => {
      const preflight = await app.rest.send("OPTIONS", "/api/device", from(origin, asked));
      const answer = await home.admin.get(devicePath(), from(origin));

      for (const { headers } of [preflight, answer]) expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(preflight.status).toBe(405);
    },
  );
});

/** Begins to download and stops reading; resolves when the answer has begun. */
function begun(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: app.node.httpPort, path, agent: false }, resolve);
    request.on("error", reject);
    request.end();
  });
}

/** Whether the answer ends whole, now that it is read. */
function endsWhole(answer: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    answer.on("error", () => resolve(false));
    answer.on("close", () => resolve(answer.complete));
    answer.resume();
  });
}
