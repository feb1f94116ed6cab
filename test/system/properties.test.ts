// Whatever is sent: never a 500, never a hang, always an answer in our form.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DeclaredRoute } from "../../server/src/transports/http/access.ts";
import { anyCharacter } from "../any-character.ts";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { onEveryStorage } from "../support/databases.ts";
import type { RestClient } from "../support/rest-client.ts";
import { limitOf, sizeOf } from "../switches.ts";

const runs = sizeOf("HELIO_TEST_RUNS");

/** Values that break things: controls, halves of pairs, SQL, huge numbers, deep nesting, prototype keys. */
const nasty = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "'; drop table devices; --",
    "%",
    "_",
    "\\",
    "-1",
    "1e309",
    "NaN",
    "null",
  ),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.constantFrom(null, true, 0, -1, 1e308, -0, 2 ** 63, [], {}, [[[[[[]]]]]]),
  fc.jsonValue(),
);
const fieldNames = [
  ...["id", "name", "type", "label", "additionalInfo", "serialNumber", "firmwareVersion", "username", "password"],
  ...["authority", "authorityId", "refreshToken", "currentPassword", "newPassword", "firstName", "lastName"],
  ...["deviceId", "credentialsId", "entityType", "__proto__", "constructor", "toString"],
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...fieldNames), nasty, { maxKeys: 6 }).map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: anyCharacter, maxLength: 100 }),
);
const parameterNames = ["page", "limit", "textSearch", "type", "active", "sortProperty", "sortOrder", "x"];
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...parameterNames),
      fc.oneof(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.integer().map(String)),
    ),
    { maxLength: 5 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${percentEncoded(value)}`).join("&"));
const segment = fc.oneof(fc.uuid(), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }).map(percentEncoded));

function percentEncoded(text: string): string {
  return [...Buffer.from(text, "utf8")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

const isDestructive = ({ method, url }: DeclaredRoute) =>
  url === "/api/auth/logout" || (method === "DELETE" && url === "/api/tenants/:tenantId");

async function expectDecentAnswer(client: RestClient, method: string, path: string, sent?: string): Promise<void> {
  const headers = { "content-type": path.endsWith("/import") ? "text/csv" : "application/json" };
  const response = await client.send(method, path, sent === undefined ? {} : { body: sent, headers });
  expect(response.status, `${method} ${path} ${sent} → ${response.text}`).toBeLessThan(500);
  if (method === "HEAD" || response.status < 400) return;
  expect(response.json()).toEqual({
    status: response.status,
    errorCode: expect.any(Number),
    message: expect.any(String),
    timestamp: expect.any(Number),
  });
}

onEveryStorage("[API2, API7] any body, query and path", (storage) => {
  let app: TestApp;
  let home: TestTenant;
  let system: RestClient;
  beforeAll(async () => {
    // Made-up tokens and passwords are held back elsewhere.
    const atOnce = { HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "1ms", HELIO_TOKEN_FREE_GUESSES: "1000" };
    app = await startApp({ ...(await storage()), ...atOnce });
    home = await app.firstTenant();
    system = await app.systemAdministrator();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("gets a decent answer on every route", { timeout: limitOf("HELIO_TEST_RUNS", 300_000) }, async () => {
    const ids = new Map([["tenantId", home.id]]);
    for (const route of app.node.routes.filter((candidate) => !isDestructive(candidate))) {
      const client = route.url.startsWith("/api/tenants") && !route.url.includes("devices") ? system : home.admin;
      await fc.assert(
        fc.asyncProperty(body, query, segment, fc.boolean(), async (sent, asked, unknown, known) => {
          const path = route.url.replace(/:(\w+)/g, (_, name: string) => (known && ids.get(name)) || unknown);
          const hasBody = route.method === "POST" || route.method === "PUT" || route.method === "DELETE";
          await expectDecentAnswer(client, route.method, `${path}?${asked}`, hasBody ? sent : undefined);
        }),
        { numRuns: runs },
      );
    }
  });

  test("whatever name a device is given is refused or comes back as it was", {
    timeout: limitOf("HELIO_TEST_RUNS", 120_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), async (name) => {
        const response = await home.admin.post("/api/device", { name });
        if (response.status === 201) expect(response.json()).toMatchObject({ name });
        else expect([400, 409]).toContain(response.status);
      }),
      { numRuns: runs },
    );
  });
});
