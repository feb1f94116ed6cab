import { randomUUID } from "node:crypto";
import { ApiClient, ApiError, callsOver, everyRecord, logIn, type TokenSource, Unreachable } from "@heliograph/client";
import { routes } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testPassword } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let address: string;
let admin: { username: string; password: string };
beforeAll(async () => {
  app = await sharedApp();
  admin = { username: (await app.tenant()).username, password: testPassword };
  address = `http://127.0.0.1:${app.node.httpPort}`;
});
afterAll(() => app[Symbol.asyncDispose]());

test("[API8] every route of the contract is served, and nothing else is", () => {
  const defined = Object.values(routes).flatMap((subject) =>
    Object.values(subject).map(({ method, path }) => `${method} ${path}`),
  );
  const served = app.node.routes.filter(({ method }) => method !== "HEAD").map(({ method, url }) => `${method} ${url}`);

  expect(new Set(served)).toEqual(new Set(defined));
  expect(defined).toHaveLength(new Set(defined).size);
});

test("parameters of a route never share a name with its query", () => {
  for (const route of Object.values(routes).flatMap((subject) => Object.values(subject))) {
    const [params, query] = [route, route].map((one, index) => {
      const schema = index === 0 ? "params" in one && one.params : "query" in one && one.query;
      return schema && "properties" in schema ? Object.keys(schema.properties as object) : [];
    });
    expect(params?.filter((name) => query?.includes(name))).toEqual([]);
    expect([...(params ?? []), ...(query ?? [])]).not.toContain("body");
  }
});

test("[AUTH1] a user of several tenants says which one; another user's is refused in plain words", async () => {
  const name = `Rail Lab ${randomUUID()}`;
  await app.tenant(name);

  await expect(logIn(address, { ...admin, tenant: name })).rejects.toThrow(/only to: /);
  await expect(logIn(`${address}/`, admin)).resolves.toMatchObject({ tenantId: expect.any(String) });
});

test("[AUTH4] a call whose token is refused is repeated with a new one", async () => {
  const { token } = await app.tokens(admin.username);
  const refused: string[] = [];
  const tokens: TokenSource = {
    current: async () => "an old token",
    renewed: async (old) => {
      refused.push(old);
      return token;
    },
  };

  const { username } = await callsOver(new ApiClient(tokens, address)).auth.currentUser();

  expect({ username, refused }).toEqual({ username: admin.username, refused: ["an old token"] });
});

test("[API5] every record of a list comes once, whatever the size of a page", async () => {
  const { api, tenantId = "" } = await logIn(address, admin);
  for (let number = 0; number < 5; number++) await api.devices.save({ body: { name: `paged-${number}` } });

  const names: string[] = [];
  for await (const { name } of everyRecord(api.devices.list, { tenantId, textSearch: "paged-" }, 2)) names.push(name);

  expect(names).toEqual(["paged-0", "paged-1", "paged-2", "paged-3", "paged-4"]);
});

test("[TEL3] integers beyond a double come and go exactly; texts with many digits stay texts", async () => {
  const { api } = await logIn(address, admin);
  const { id } = await api.devices.save({ body: { name: "exact" } });
  const deviceId = id.id;
  const body = { large: 9_223_372_036_854_775_807n, text: "12345678901234567890", small: 7 };

  await api.attributes.write({ deviceId, scope: "SERVER_SCOPE", body });

  const read = await api.attributes.inScope({ deviceId, scope: "SERVER_SCOPE" });
  expect(Object.fromEntries(read.map(({ key, value }) => [key, value]))).toEqual(body);
});

test("a path is filled in safely, and what is missing is told before anything is sent", async () => {
  const { api } = await logIn(address, admin);

  await expect(api.devices.get({ deviceId: "../tenants" })).rejects.toMatchObject({ status: 400 });
  await expect(api.devices.get({} as { deviceId: string })).rejects.toThrow("deviceId is missing");
});

test("[API2] a refusal carries status, code and words; a node that does not answer is Unreachable", async () => {
  const { api } = await logIn(address, admin);

  const refusal = await api.devices.save({ body: { name: "" } }).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 400, errorCode: 31 });
  await expect(logIn("http://127.0.0.1:1", admin)).rejects.toBeInstanceOf(Unreachable);
});

test("an answer that is no longer wanted is not waited for", async () => {
  const { api } = await logIn(address, admin);
  const aborted = AbortSignal.abort();

  await expect(api.users.roles({}, { signal: aborted })).rejects.toMatchObject({ name: "AbortError" });
});
