import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type OwnTenant, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: OwnTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const users = (tenant: TestTenant) => `/api/tenants/${tenant.id}/users`;
const newName = () => `user-${randomUUID()}`;

describe("[AUTH6] users of a tenant", () => {
  test("are created, listed, read, changed and removed", async () => {
    const username = newName();
    const body = { username, firstName: "Ada", lastName: "Lovelace", password: testPassword, authority: "OPERATOR" };

    const created = await home.admin.post(users(home), body);
    const { id } = created.json<{ id: { id: string } }>().id;

    expect(created.status).toBe(201);
    expect(created.json()).toEqual({
      id: { entityType: "USER", id },
      createdTime: expect.any(Number),
      username,
      firstName: "Ada",
      lastName: "Lovelace",
      authority: "OPERATOR",
      roles: ["OPERATOR"],
      grants: [],
      secondFactor: false,
      serviceAccount: false,
      authorityId: { entityType: "AUTHORITY", id: expect.any(String) },
      tenantId: { entityType: "TENANT", id: home.id },
    });
    expect((await home.admin.get(`${users(home)}/${id}`)).json()).toEqual(created.json());
    expect((await home.admin.get(`${users(home)}?limit=-1`)).text).toContain(username);
    const changed = await home.admin.put(`${users(home)}/${id}`, { authority: "VIEWER" });
    expect(changed.json()).toMatchObject({ authority: "VIEWER" });
    expect((await home.admin.delete(`${users(home)}/${id}`)).status).toBe(200);
    expect((await home.admin.get(`${users(home)}/${id}`)).status).toBe(404);
    expect((await app.rest.post("/api/auth/login", { username, password: testPassword })).status).toBe(401);
  });

  test.each(["project", "projectID", "Projects", "grant", "projectIds"])(
    "[ROL1] a field %s, which means to say where, is refused and gives nothing everywhere",
    async (field) => {
      const body = {
        username: newName(),
        authority: "OPERATOR",
        [field]: [{ entityType: "PROJECT", id: randomUUID() }],
      };
      const person = await app.user(home.admin, home.id, newName(), "VIEWER");

      const answers = [
        await home.admin.post(users(home), { ...body, password: testPassword }),
        await home.admin.put(`${users(home)}/${person.id.id}`, body),
        await home.admin.post(`/api/tenants/${home.id}/invitations`, body),
      ];

      for (const answer of answers)
        expect(answer.json()).toMatchObject({ status: 400, message: expect.stringContaining(field) });
    },
  );

  test("[API7] other unknown fields are ignored, and so are those of the record that is sent back", async () => {
    const made = await app.user(home.admin, home.id, newName(), "VIEWER");

    const changed = await home.admin.put(`${users(home)}/${made.id.id}`, { ...made, authority: "OPERATOR", mood: 1 });

    expect(changed.json()).toMatchObject({ authority: "OPERATOR" });
  });

  test("a user name that exists elsewhere is 409, and nothing changes for its user", async () => {
    const [other, username] = [await app.tenant(), newName()];
    await app.user(home.admin, home.id, username, "VIEWER");

    const body = { username: username.toUpperCase(), password: "somebody else's idea", authority: "OPERATOR" };
    const added = await other.admin.post(users(other), body);

    expect(added.json()).toMatchObject({ status: 409, errorCode: 35, message: expect.stringContaining("invited") });
    expect(await app.assignments(username)).toHaveLength(1);
  });

  test.each([
    ["a blank behind it", "alice ", "blank"],
    ["a zero-width space", "ali\u200Bce", "U+200B"],
    ["full-width letters", "\uFF21lice", '"Alice"'],
  ])("a new user name with %s is 400 in words, and so is an invitation", async (_, username, words) => {
    const created = await home.admin.post(users(home), { username, password: testPassword, authority: "VIEWER" });
    const invited = await home.admin.post(`/api/tenants/${home.id}/invitations`, { username, authority: "VIEWER" });

    for (const refused of [created, invited])
      expect(refused.json()).toMatchObject({ status: 400, message: expect.stringContaining(words) });
  });

  test("asking for names that exist counts as failed logins of who asks, and ends in 429", async () => {
    await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
    const [first, other] = [await fresh.firstTenant(), await fresh.tenant()];
    const username = newName();
    await fresh.user(first.admin, first.id, username, "VIEWER");
    const ask = () => other.admin.post(users(other), { username, password: testPassword, authority: "VIEWER" });

    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) statuses.push((await ask()).status);

    expect(statuses).toEqual([...Array(9).fill(409), 429, 429, 429]);
    await fresh.user(first.admin, first.id, newName(), "VIEWER");

    const again = await fresh.login(other.username);
    const free = await again.post(users(other), { username: newName(), password: testPassword, authority: "VIEWER" });
    expect(free.json()).toMatchObject({ status: 429, errorCode: 33, message: expect.stringContaining("names") });
  });

  test("many questions at once tell no more than one behind another", async () => {
    await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
    const [first, other] = [await fresh.firstTenant(), await fresh.tenant()];
    const username = newName();
    await fresh.user(first.admin, first.id, username, "VIEWER");
    const body = { username, password: testPassword, authority: "VIEWER" };

    const known = await Promise.all(Array.from({ length: 30 }, () => other.admin.post(users(other), body)));
    const free = await other.admin.post(users(other), { ...body, username: newName() });

    expect(known.filter(({ status }) => status === 409)).toHaveLength(9);
    const words = known.map((answer) => answer.json<{ message: string }>().message);
    expect(words).toContain(free.json<{ message: string }>().message);
  });

  test.each([undefined, "short", "12345678"])(
    "with the password %s one learns nothing about a name",
    async (password) => {
      const [other, username] = [await app.tenant(), newName()];
      await app.user(home.admin, home.id, username, "VIEWER");
      const ask = (name: string) => other.admin.post(users(other), { username: name, password, authority: "VIEWER" });

      expect([(await ask(username)).status, (await ask(newName())).status]).toEqual([400, 400]);
    },
  );

  test("a user who is there already is 409, a new one without a password 400", async () => {
    const username = newName();
    await app.user(home.admin, home.id, username, "VIEWER");

    const again = await home.admin.post(users(home), { username, password: testPassword, authority: "OPERATOR" });
    const without = await home.admin.post(users(home), { username: newName(), authority: "VIEWER" });

    expect(again.json()).toMatchObject({ status: 409, errorCode: 35 });
    expect(without.json()).toMatchObject({ status: 400, message: expect.stringContaining("password") });
  });

  test("two who add the same new name at once: one does, the other is told", async () => {
    const [other, username] = [await app.tenant(), newName()];

    const added = await Promise.all([
      home.admin.post(users(home), { username, password: testPassword, authority: "VIEWER" }),
      other.admin.post(users(other), { username, password: testPassword, authority: "VIEWER" }),
    ]);

    expect(added.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await app.assignments(username)).toHaveLength(1);
  });

  test.each([
    ["12345678", "everybody tries first"],
    ["Password1", "everybody tries first"],
    ["seven77", "at least 8 characters"],
  ])("[AUTH9] a password of %s is 400 and says why", async (password, message) => {
    const response = await home.admin.post(users(home), { username: newName(), authority: "VIEWER", password });

    expect(response.json()).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });

  test("[AUTH9] the user name is no password, in whatever case", async () => {
    const username = newName();
    const body = { username, authority: "VIEWER", password: username.toUpperCase() };

    const response = await home.admin.post(users(home), body);

    expect(response.json()).toMatchObject({ status: 400, message: expect.stringContaining("user name") });
  });

  test("the last administrator can neither leave nor become less", async () => {
    const other = await app.tenant();
    const [admin] = (await other.admin.get(users(other))).json<{ data: { id: { id: string } }[] }>().data;

    const demoted = await other.admin.put(`${users(other)}/${admin?.id.id}`, { authority: "VIEWER" });
    const removed = await other.admin.delete(`${users(other)}/${admin?.id.id}`);

    expect(demoted.json()).toMatchObject({ status: 409, errorCode: 35 });
    expect(removed.status).toBe(409);
  });

  test.each([
    [{ username: "", authority: "VIEWER", password: testPassword }, "username"],
    [{ username: "   ", authority: "VIEWER", password: testPassword }, "username"],
    [{ username: "a\nb", authority: "VIEWER", password: testPassword }, "username"],
    [{ username: "a\ud800b", authority: "VIEWER", password: testPassword }, "username"],
    [{ username: "x".repeat(10_240), authority: "VIEWER", password: testPassword }, "username"],
    [{ username: "short", authority: "VIEWER", password: "12345" }, "at least 8 characters"],
    [{ username: "root", authority: "SYS_ADMIN", password: testPassword }, "authority must be one of"],
    [{ username: "root", authority: "ROOT", password: testPassword }, "authority must be one of"],
    [{ username: "x", password: testPassword }, "authority or grants: name a role"],
    [{ username: "x", authority: "VIEWER", password: 123456 }, "password must be a string"],
  ])("a user %j is 400 and says why", async (body, message) => {
    const response = await home.admin.post(users(home), body);

    expect(response.json()).toMatchObject({ status: 400, errorCode: 31, message: expect.stringContaining(message) });
  });
});

describe("[AUTH6] tenants", () => {
  test("are created, listed and removed by the system administrator, with everything in them", async () => {
    const system = await app.systemAdministrator();
    const tenant = await app.tenant(`Rail Lab ${randomUUID()}`);
    const device = await app.device(tenant);

    const listed = await system.get("/api/tenants?limit=-1");
    const taken = await system.post("/api/tenants", { name: tenant.name.toUpperCase() });
    const removed = await system.delete(`/api/tenants/${tenant.id}`);

    expect(listed.text).toContain(`"name":"${tenant.name}"`);
    expect(taken.json()).toMatchObject({ status: 409, errorCode: 35 });
    expect(removed.status).toBe(200);
    expect((await tenant.admin.get(`/api/device/${device.id.id}`)).status).toBe(401);
    expect((await system.get(`/api/tenants/${tenant.id}`)).status).toBe(404);
    expect((await system.delete(`/api/tenants/${tenant.id}`)).status).toBe(404);
  });

  test("a system administrator manages the users of any tenant and sees no devices", async () => {
    const system = await app.systemAdministrator();

    expect((await system.get(users(home))).status).toBe(200);
    expect((await system.get(`/api/tenants/${home.id}/devices`)).status).toBe(403);
    expect((await system.get(`/api/tenants/${randomUUID()}/users`)).status).toBe(404);
  });

  test("a tenant administrator sees the own tenant only", async () => {
    const other = await app.tenant();

    expect((await home.admin.get(`/api/tenants/${home.id}`)).json()).toMatchObject({ name: home.name });
    expect((await home.admin.get(`/api/tenants/${other.id}`)).status).toBe(404);
    expect((await home.admin.get(users(other))).status).toBe(404);
    expect((await home.admin.get("/api/tenants")).status).toBe(403);
  });
});

test("[AUTH5] the roles and their permissions can be read", async () => {
  const roles = expectOk(await home.admin.get("/api/roles")).json<
    { name: string; permissions: { name: string }[] }[]
  >();

  expect(roles.map(({ name }) => name)).toEqual(["TENANT_ADMIN", "OPERATOR", "VIEWER", "SYS_ADMIN"]);
  const viewer = roles.find(({ name }) => name === "VIEWER")?.permissions.map(({ name }) => name) ?? [];
  expect(viewer.filter((name) => /EDIT|MANAGE|SEND|CREDENTIALS/.test(name))).toEqual([]);
});
