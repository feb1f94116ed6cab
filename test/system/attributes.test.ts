import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyCharacter } from "../any-character.ts";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const telemetry = "/api/plugins/telemetry/DEVICE";
const device = async () => (await app.device(tenant)).id.id;
const write = (id: string, scope: string, body: unknown) =>
  tenant.admin.post(`${telemetry}/${id}/attributes/${scope}`, body);
const read = (id: string, rest = "") => tenant.admin.get(`${telemetry}/${id}/values/attributes${rest}`);

test("[TEL6] attributes are written and read by scope, with key, value and time", async () => {
  const id = await device();
  const before = Date.now();

  expect((await write(id, "SHARED_SCOPE", { limit: 21.5, on: true, note: "ä", nothing: null })).status).toBe(200);
  expect((await write(id, "SERVER_SCOPE", { limit: { deep: [1] } })).status).toBe(200);

  const shared = (await read(id, "/SHARED_SCOPE")).json<{ key: string; value: unknown; lastUpdateTs: number }[]>();
  expect(shared.map(({ key, value }) => [key, value])).toEqual([
    ["limit", 21.5],
    ["note", "ä"],
    ["on", true],
  ]);
  expect(shared.every(({ lastUpdateTs }) => lastUpdateTs >= before && lastUpdateTs <= Date.now())).toBe(true);
  expect(Object.keys(shared[0] ?? {})).toEqual(["key", "value", "lastUpdateTs"]);
  expect((await read(id)).json<unknown[]>()).toHaveLength(4);
  expect((await read(id, "/CLIENT_SCOPE")).json()).toEqual([]);
});

test("[TEL3] integers of 64 bits and a key named __proto__ survive the way in and out", async () => {
  const id = await device();
  const body = '{"__proto__":9223372036854775807,"n":{"x":[123456789012345678901,-0]},"d":1.0}';

  expect((await write(id, "SERVER_SCOPE", body)).status).toBe(200);

  const { text, headers } = await read(id, "/SERVER_SCOPE");
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(text).toContain('"key":"__proto__","value":9223372036854775807,');
  expect(text).toContain('"value":{"x":[123456789012345678901,-0]},');
  expect(text).toContain('"key":"d","value":1,');
});

test("[TEL6] keys choose: separated by commas, and one by one where a name contains one", async () => {
  const id = await device();
  await write(id, "SERVER_SCOPE", { a: 1, b: 2, "c,d": 3, e: 4 });
  const keysOf = async (query: string) =>
    (await read(id, `/SERVER_SCOPE?${query}`)).json<{ key: string }[]>().map(({ key }) => key);

  expect(await keysOf("keys=a,b,absent")).toEqual(["a", "b"]);
  expect(await keysOf("keys=a&key=c%2Cd&key=e")).toEqual(["a", "c,d", "e"]);
  expect(await keysOf("key=a,b")).toEqual([]);
  expect(await keysOf("keys=")).toEqual(["a", "b", "c,d", "e"]);
});

test("[TEL6] a deletion removes the named keys of one scope", async () => {
  const id = await device();
  await write(id, "SERVER_SCOPE", { a: 1, b: 2 });
  await write(id, "SHARED_SCOPE", { a: 3 });

  expect((await tenant.admin.delete(`${telemetry}/${id}/SERVER_SCOPE?keys=a,absent`)).status).toBe(200);

  const left = (await read(id)).json<{ key: string; value: number }[]>();
  expect(left.map(({ key, value }) => [key, value])).toEqual([
    ["b", 2],
    ["a", 3],
  ]);
});

test("[TEL6] users never write or delete client attributes, unknown scopes are refused", async () => {
  const id = await device();

  expect((await write(id, "CLIENT_SCOPE", { a: 1 })).json()).toMatchObject({ status: 400, errorCode: 31 });
  expect((await tenant.admin.delete(`${telemetry}/${id}/CLIENT_SCOPE?keys=a`)).status).toBe(400);
  expect((await write(id, "ANY_SCOPE", { a: 1 })).json<{ message: string }>().message).toMatch(/^scope must be one of/);
  expect((await read(id, "/server_scope")).status).toBe(400);
  expect((await tenant.admin.delete(`${telemetry}/${id}/SERVER_SCOPE`)).json()).toMatchObject({ status: 400 });
});

test("[API7] bodies that are no object of values are refused, and so is another content type", async () => {
  const id = await device();
  for (const body of ["", "{", "[]", "1", "null", '"a"', '{"":1}', '{"a":1e999}', new Uint8Array([0xff])]) {
    expect((await write(id, "SERVER_SCOPE", body)).json(), String(body)).toMatchObject({ status: 400, errorCode: 31 });
  }
  const asText = { headers: { "content-type": "text/xml" } };
  const path = `${telemetry}/${id}/attributes/SERVER_SCOPE`;
  expect((await tenant.admin.post(path, "{}", asText)).status).toBe(415);
  expect((await tenant.admin.post(path, `{"a":"${"x".repeat(1_048_576)}"}`)).status).toBe(413);
  expect((await read(id)).json()).toEqual([]);
});

test("[REL2] how many attributes there may be, how long they are and how much is read at once are settings", async () => {
  await using small = await startApp({
    HELIO_ATTRIBUTES_PER_SCOPE: "2",
    HELIO_ATTRIBUTE_VALUE_BYTES: "40000",
    HELIO_ATTRIBUTE_READ_BYTES: "65536",
  });
  const owner = await small.firstTenant();
  const { id } = (await small.device(owner)).id;
  const post = (body: object) => owner.admin.post(`${telemetry}/${id}/attributes/SERVER_SCOPE`, body);
  const get = (query = "") => owner.admin.get(`${telemetry}/${id}/values/attributes/SERVER_SCOPE${query}`);

  const tooLarge = await post({ a: "x".repeat(40_000) });
  expect((await post({ a: "x".repeat(35_000), b: "x".repeat(35_000) })).status).toBe(200);
  const tooMany = await post({ c: 1 });
  const tooLong = await get();

  expect([tooLarge, tooMany, tooLong].map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(tooLarge.text).toContain("40000 bytes");
  expect(tooMany.text).toContain("2 attributes in a scope");
  expect(tooLong.text).toContain("65536 bytes");
  expect((await get("?keys=a")).json<unknown[]>()).toHaveLength(1);
});

test("[API3][AUTH5] another tenant's device is not there, and a viewer reads but does not write", async () => {
  const id = await device();
  const other = await app.tenant();
  const name = `viewer-${randomUUID()}`;
  await app.user(tenant.admin, tenant.id, name, "VIEWER");
  const viewer = await app.login(name);
  const path = `${telemetry}/${id}/attributes/SERVER_SCOPE`;

  expect((await other.admin.get(`${telemetry}/${id}/values/attributes`)).status).toBe(404);
  expect((await other.admin.post(path, { a: 1 })).status).toBe(404);
  expect((await other.admin.delete(`${telemetry}/${id}/SERVER_SCOPE?keys=a`)).status).toBe(404);
  expect((await viewer.post(path, { a: 1 })).status).toBe(403);
  expect((await viewer.delete(`${telemetry}/${id}/SERVER_SCOPE?keys=a`)).status).toBe(403);
  expect((await viewer.get(`${telemetry}/${id}/values/attributes`)).status).toBe(200);
  expect((await app.rest.get(`${telemetry}/${id}/values/attributes`)).status).toBe(401);
  expect((await tenant.admin.get(`${telemetry}/not-an-id/values/attributes`)).status).toBe(400);
});

test("[REL3] whatever a caller sends, the answer is a result or a refusal", async () => {
  const id = await device();
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.constantFrom("SERVER_SCOPE", "__proto__", ","),
  );
  const query = fc.dictionary(fc.constantFrom("keys", "key", "__proto__", "x"), text, {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const body = fc.oneof(
    fc.json(),
    text,
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
  );

  await fc.assert(
    fc.asyncProperty(text, query, body, async (scope, keys, payload) => {
      const search = new URLSearchParams(
        Object.entries(keys).map(([k, v]) => [k, v.toWellFormed()] as [string, string]),
      );
      const segment = encodeURIComponent(scope.toWellFormed());
      const answers = [
        await read(id, `/${segment}?${search}`),
        await read(id, `?${search}`),
        await write(id, segment, payload),
        await tenant.admin.delete(`${telemetry}/${id}/${segment}?${search}`),
      ];
      return answers.every(({ status }) => status < 500);
    }),
    { numRuns: 60 },
  );
}, 120_000);
