import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp, testPassword } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test("[AUTH1] authorization lists the user's assignments with authority, tenant and ids as objects", async () => {
  const response = await app.rest.post("/api/noauth/authorization", { username: "admin", password: testPassword });

  expect(response.status).toBe(200);
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
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
