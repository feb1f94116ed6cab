import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, testPassword } from "../support/app.ts";
import { RestClient } from "../support/rest-client.ts";
import { sizeOf } from "../switches.ts";

let app: TestApp;
beforeAll(async () => {
  // Short delays: the order of things is what is tested here.
  app = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
});
afterAll(() => app[Symbol.asyncDispose]());

const login = (body: unknown) => app.rest.post("/api/auth/login", body);
const authorization = (body: unknown) => app.rest.post("/api/noauth/authorization", body);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

async function userOfTwoTenants() {
  const [first, second] = [await app.firstTenant(), await app.tenant()];
  const username = `both-${randomUUID()}`;
  await app.user(first.admin, first.id, username, "VIEWER");
  await app.join(second.admin, second.id, username, "OPERATOR");
  return { username, first, second };
}

test("[AUTH1] authorization lists the user's assignments with authority, tenant and ids as objects", async () => {
  const response = await authorization({ username: "admin", password: testPassword });

  expect(response.status).toBe(200);
  const tenantId = { entityType: "TENANT", id: uuid };
  expect(response.json()).toEqual([
    {
      authorityId: { entityType: "AUTHORITY", id: uuid },
      authority: "TENANT_ADMIN",
      tenant: { id: tenantId, name: "Default" },
      tenantId,
    },
  ]);
});

test("[AUTH1] an assignment without a tenant leaves tenant and tenantId out", async () => {
  const response = await authorization({ username: "system", password: testPassword });

  expect(response.json()).toEqual([{ authorityId: { entityType: "AUTHORITY", id: uuid }, authority: "SYS_ADMIN" }]);
});

test("[AUTH2] with one assignment authorityId may be missing, null or given", async () => {
  const [assignment] = await app.assignments("admin");
  const credentials = { username: "ADMIN", password: testPassword };

  const responses = await Promise.all([
    login(credentials),
    login({ ...credentials, authorityId: null }),
    login({ ...credentials, authorityId: assignment?.authorityId.id.toUpperCase() }),
  ]);

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses[0]?.json()).toEqual({ token: expect.any(String), refreshToken: expect.any(String) });
});

test("[AUTH2] with several assignments a missing authorityId is 400 and names the choice", async () => {
  const { username, first, second } = await userOfTwoTenants();
  const assignments = await app.assignments(username);

  const response = await login({ username, password: testPassword });

  expect(assignments.map(({ tenant }) => tenant?.id.id)).toEqual([first.id, second.id]);
  expect(response.status).toBe(400);
  for (const { authorityId } of assignments) expect(response.text).toContain(authorityId.id);
});

test("[AUTH2] the chosen tenant is the one the session is in", async () => {
  const { username, second } = await userOfTwoTenants();
  const chosen = (await app.assignments(username)).find(({ tenant }) => tenant?.id.id === second.id);

  const client = await app.login(username, testPassword, chosen?.authorityId.id);

  expect((await client.get("/api/auth/user")).json()).toMatchObject({
    username,
    authority: "OPERATOR",
    tenantId: { entityType: "TENANT", id: second.id },
  });
  expect((await client.get(`/api/tenants/${second.id}/devices`)).status).toBe(200);
});

test.each([randomUUID(), "not a uuid"])(
  "[AUTH2] an authorityId that is not the user's is 401: %s",
  async (authorityId) => {
    const response = await login({ username: "admin", password: testPassword, authorityId });

    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ errorCode: 10 });
  },
);

describe("[AUTH3] failures", () => {
  test("wrong user and wrong password get the same answer", async () => {
    const wrongPassword = await login({ username: "admin", password: "wrong" });
    const wrongUser = await login({ username: `nobody-${randomUUID()}`, password: testPassword });

    const { timestamp: _, ...body } = wrongPassword.json<{ timestamp: number }>();
    expect(body).toEqual({ status: 401, message: "User name or password is wrong", errorCode: 10 });
    expect(wrongUser.json()).toMatchObject(body);
  });

  test("after repeated failures the answer is 429/33 with Retry-After, and a right password still gets in", async () => {
    await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
    const tenant = await fresh.firstTenant();
    await fresh.user(tenant.admin, tenant.id, "grace", "VIEWER");

    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const response = await fresh.rest.post("/api/auth/login", { username: "admin", password: "wrong" });
      statuses.push(response.status);
      if (response.status === 429) {
        expect(response.json()).toMatchObject({ errorCode: 33 });
        expect(Number(response.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      }
    }

    expect(statuses).toEqual([...Array(9).fill(401), 429, 429, 429]);
    expect((await fresh.rest.post("/api/auth/login", { username: "grace", password: testPassword })).status).toBe(200);
    expect((await fresh.rest.post("/api/auth/login", { username: "admin", password: testPassword })).status).toBe(200);
  });
});

describe("[AUTH3] under attack", () => {
  const guessesAtOnce = sizeOf("HELIO_TEST_GUESSES");

  test.each([
    ["the same account, from the same address", "admin", "127.0.0.1"],
    ["the same account, from elsewhere", "admin", "127.0.0.2"],
    ["other accounts, from the same address", undefined, "127.0.0.1"],
  ])("a right password gets in beside many wrong ones for %s", async (_, account, address) => {
    await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
    const from = (localAddress: string, username: string, password: string) =>
      new RestClient(fresh.node.httpPort, {}, localAddress).post("/api/auth/login", { username, password });

    const guesses = Array.from({ length: guessesAtOnce }, (_guess, n) =>
      from(address, account ?? `user ${n}`, `no ${n}`),
    );
    const right = await Promise.all([1, 2, 3].map(() => from("127.0.0.1", "admin", testPassword)));
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));

    expect(right.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const status of statuses) expect([401, 429]).toContain(status);
  });
});

test.each([
  [{}, "username is required"],
  [{ username: "admin" }, "password is required"],
  [{ username: "admin", password: null }, "password must be a string"],
  [{ username: 5, password: "x" }, "username must be a string"],
  [{ username: "x".repeat(10_000), password: "x" }, "username must NOT have more than 255 characters"],
  [{ username: "a\u0000b", password: "x" }, "username must be text without control characters"],
  [[], "body must be an object"],
])("a login of %j is 400 and says why", async (body, message) => {
  const response = await login(body);

  expect(response.status).toBe(400);
  expect(response.json()).toMatchObject({ errorCode: 31, message: expect.stringContaining(message) });
});

test("user names with emoji work", async () => {
  const tenant = await app.firstTenant();
  await app.user(tenant.admin, tenant.id, "ada 🚀 💡", "VIEWER");

  expect((await login({ username: "ADA 🚀 💡", password: testPassword })).status).toBe(200);
});
