import { randomUUID } from "node:crypto";
import type { TokenPair } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type OwnTenant, startApp, type TestApp, testPassword } from "../support/app.ts";
import { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: OwnTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

async function newUser(): Promise<string> {
  const username = `user-${randomUUID()}`;
  await app.user(home.admin, home.id, username, "VIEWER");
  return username;
}

const refresh = (refreshToken: string) => app.rest.post("/api/auth/token", { refreshToken });
const whoAmI = async (token: string) => (await app.rest.withToken(token).get("/api/auth/user")).status;

test("[API1] the token is taken from X-Authorization and from Authorization; an empty header is none", async () => {
  const { token } = await app.tokens(home.username);
  const client = new RestClient(app.node.httpPort);

  const statuses = await Promise.all(
    [
      { "X-Authorization": `Bearer ${token}` },
      { Authorization: `Bearer ${token}` },
      { "x-authorization": `bearer ${token}` },
      { "X-Authorization": "", Authorization: `Bearer ${token}` },
    ].map(
      async (headers) => (await client.get("/api/auth/user", { headers: headers as Record<string, string> })).status,
    ),
  );

  expect(statuses).toEqual([200, 200, 200, 200]);
});

test("[AUTH4] GET /api/auth/user says who and with which permissions", async () => {
  const username = await newUser();

  const user = (await (await app.login(username)).get("/api/auth/user")).json();

  expect(user).toMatchObject({ username, authority: "VIEWER", tenantName: home.name, firstName: null });
  expect(user).toHaveProperty("permissions", expect.arrayContaining(["VIEW_DEVICES"]));
  expect(user).toHaveProperty("permissions", expect.not.arrayContaining(["VIEW_DEVICE_CREDENTIALS", "EDIT_DEVICES"]));
});

test("[AUTH4] a refresh gives a new pair; the old refresh token's reuse ends the session", async () => {
  const first = await app.tokens(home.username);

  const second = expectOk(await refresh(first.refreshToken)).json<TokenPair>();
  expect(await whoAmI(second.token)).toBe(200);
  const reuse = await refresh(first.refreshToken);

  expect(reuse.status).toBe(401);
  expect(await whoAmI(second.token)).toBe(401);
  expect((await refresh(second.refreshToken)).status).toBe(401);
});

test("[AUTH4] of several refreshes at once with one token one succeeds, and then the session ends", async () => {
  const { refreshToken } = await app.tokens(home.username);

  const responses = await Promise.all([1, 2, 3, 4].map(() => refresh(refreshToken)));

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const winner = responses.find(({ status }) => status === 200);
  expect(await whoAmI(winner?.json<TokenPair>().token ?? "")).toBe(401);
});

test("[AUTH4] logout ends the session on the server: access and refresh token are dead", async () => {
  const { token, refreshToken } = await app.tokens(home.username);
  const client = app.rest.withToken(token);
  await client.get("/api/auth/user");

  expect((await client.post("/api/auth/logout")).status).toBe(200);

  expect(await whoAmI(token)).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

describe("[AUTH4] switching the tenant", () => {
  async function userOfTwoTenants() {
    const username = await newUser();
    const other = await app.tenant();
    await app.join(other.admin, other.id, username, "OPERATOR");
    const [first, second] = (await app.assignments(username)).map(({ authorityId }) => authorityId.id);
    return { other, first, second, tokens: await app.tokens(username, testPassword, first) };
  }

  test("gives a new pair in the other tenant and ends the old session", async () => {
    const { other, second, tokens } = await userOfTwoTenants();

    const response = await app.rest.withToken(tokens.token).post("/api/auth/switch", { authorityId: second });

    const switched = app.rest.withToken(expectOk(response).json<TokenPair>().token);
    expect((await switched.get(`/api/tenants/${other.id}/devices`)).status).toBe(200);
    expect((await switched.get(`/api/tenants/${home.id}/devices`)).status).toBe(404);
    expect(await whoAmI(tokens.token)).toBe(401);
    expect((await refresh(tokens.refreshToken)).status).toBe(401);
  });

  test("several times at once by one session succeeds once [AUTH8]", async () => {
    const { second, tokens } = await userOfTwoTenants();
    const client = app.rest.withToken(tokens.token);
    const ask = () => client.post("/api/auth/switch", { authorityId: second });

    const answers = await Promise.all(Array.from({ length: 5 }, ask));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test("to an assignment of somebody else is 401 and leaves the session alone", async () => {
    const { tokens } = await userOfTwoTenants();
    const [foreign] = await app.assignments((await app.tenant()).username);

    const response = await app.rest.withToken(tokens.token).post("/api/auth/switch", {
      authorityId: foreign?.authorityId.id,
    });

    expect(response.status).toBe(401);
    expect(await whoAmI(tokens.token)).toBe(200);
  });
});

describe("[AUTH4] changing the password", () => {
  test("ends the other sessions, keeps the own one, and only the new password works", async () => {
    const username = await newUser();
    const [own, other] = [await app.tokens(username), await app.tokens(username)];

    const body = { currentPassword: testPassword, newPassword: "another password" };
    expectOk(await app.rest.withToken(own.token).post("/api/auth/changePassword", body));

    expect(await whoAmI(own.token)).toBe(200);
    expect(await whoAmI(other.token)).toBe(401);
    expect((await app.rest.post("/api/auth/login", { username, password: testPassword })).status).toBe(401);
    expect((await app.rest.post("/api/auth/login", { username, password: "another password" })).status).toBe(200);
  });

  test.each([
    [{ currentPassword: "wrong", newPassword: "another password" }, "currentPassword is wrong"],
    [{ currentPassword: testPassword, newPassword: "short" }, "at least 8 characters"],
  ])("with %j is refused", async (body, message) => {
    const client = await app.login(await newUser());

    const response = await client.post("/api/auth/changePassword", body);

    expect(response.status).toBe(400);
    expect(response.text).toContain(message);
  });
});

test("[AUTH3] guessing the current password is slowed down and refused like guessing at the login", async () => {
  await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
  const admin = await fresh.login("admin");
  const change = (currentPassword: string) =>
    admin.post("/api/auth/changePassword", { currentPassword, newPassword: "another password" });

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) statuses.push((await change("wrong")).status);

  expect(statuses).toEqual([...Array(9).fill(400), 429, 429]);
  expect((await change(testPassword)).status).toBe(200);
});

test("a user can change the own name", async () => {
  const client = await app.login(await newUser());

  const response = await client.put("/api/auth/user", { firstName: "Ada", lastName: null });

  expect(response.json()).toMatchObject({ firstName: "Ada", lastName: null });
});

test("[AUTH5] a changed role counts from the next request on", async () => {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(home.admin, home.id, username, "OPERATOR");
  const client = await app.login(username);
  expect((await client.post("/api/device", { name: `by ${username}` })).status).toBe(201);

  expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${id.id}`, { authority: "VIEWER" }));

  expect((await client.post("/api/device", { name: `again by ${username}` })).status).toBe(403);
});

test("an ended assignment ends the session at once", async () => {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(home.admin, home.id, username, "VIEWER");
  const { token } = await app.tokens(username);
  expect(await whoAmI(token)).toBe(200);

  expectOk(await home.admin.delete(`/api/tenants/${home.id}/users/${id.id}`));

  expect(await whoAmI(token)).toBe(401);
});
