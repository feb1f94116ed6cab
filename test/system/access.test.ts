import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Role, roles } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JwtSigner } from "../../server/src/adapters/secrets/jwt-signer.ts";
import type { DeclaredRoute } from "../../server/src/transports/http/access.ts";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import type { RestClient, RestResponse } from "../support/rest-client.ts";

const roleNames = Object.keys(roles) as Role[];

let app: TestApp;
let home: TestTenant;
let foreign: TestTenant;
let ids: Record<string, string>;
let expired: string;

beforeAll(async () => {
  app = await startApp();
  home = await app.firstTenant();
  foreign = await app.tenant();
  const device = await app.device(home);
  const user = await app.user(home.admin, home.id, "spare", "VIEWER");
  for (const role of ["OPERATOR", "VIEWER"] as const) await app.user(home.admin, home.id, role, role);
  ids = { tenantId: home.id, deviceId: device.id.id, userId: user.id.id, scope: "SERVER_SCOPE" };
  expired = await expiredToken();
});
afterAll(() => app[Symbol.asyncDispose]());

async function expiredToken(): Promise<string> {
  const key = await readFile(join(app.config.dataDir, "keys", "signing.key"), "utf8");
  const signer = new JwtSigner(Buffer.from(key.trim(), "base64url"), { accessMs: 1, refreshMs: 1 });
  const display = { username: "admin", userId: "", role: "", tenantId: undefined };
  return signer.signAccess({ kind: "access", sessionId: "any" as never }, display);
}

/** A session of its own for each call: some calls end it. */
const loginAs = (role: Role): Promise<RestClient> => {
  const usernames = { TENANT_ADMIN: "admin", OPERATOR: "OPERATOR", VIEWER: "VIEWER", SYS_ADMIN: "system" };
  return app.login(usernames[role]);
};

const pathOf = ({ url }: DeclaredRoute, values = ids): string =>
  url.replace(/:(\w+)/g, (_, name: string) => values[name] ?? "00000000-0000-4000-8000-000000000000").replace("*", "x");

const call = (client: RestClient, route: DeclaredRoute, values = ids): Promise<RestResponse> =>
  client.send(
    route.method,
    pathOf(route, values),
    route.method === "GET" || route.method === "HEAD" ? {} : { body: {} },
  );

const codeOf = (response: RestResponse): unknown =>
  response.text === "" ? undefined : response.json<{ errorCode?: number }>().errorCode;

/** Behind a HEAD there is no body to read a code from. */
function expectRefusal(route: DeclaredRoute, response: RestResponse, status: number, code: number): void {
  const got = [route.method, route.url, response.status, ...(route.method === "HEAD" ? [] : [codeOf(response)])];
  expect(got).toEqual([route.method, route.url, status, ...(route.method === "HEAD" ? [] : [code])]);
}

const guarded = () => app.node.routes.filter(({ access }) => access.kind !== "public");

describe("[AUTH5] every route × every caller", () => {
  test("the walk sees the routes, and the public ones are those that have to be", () => {
    const open = app.node.routes.filter(({ access, method }) => access.kind === "public" && method !== "HEAD");

    expect(guarded().length).toBeGreaterThan(20);
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "GET /api/openapi.json",
      "GET /health/live",
      "GET /health/ready",
      "GET /metrics",
      "POST /api/auth/login",
      "POST /api/auth/token",
      "POST /api/noauth/authorization",
    ]);
  });

  test("without a token: 401/10", async () => {
    for (const route of guarded()) expectRefusal(route, await call(app.rest, route), 401, 10);
  });

  test("with an expired token: 401/11", async () => {
    for (const route of guarded()) expectRefusal(route, await call(app.rest.withToken(expired), route), 401, 11);
  });

  test.each(roleNames)("as %s: 403/20 exactly where a permission is missing", async (role) => {
    const held: readonly string[] = roles[role];
    for (const route of guarded()) {
      if (route.method === "DELETE" && route.url === "/api/tenants/:tenantId" && role === "SYS_ADMIN") continue; // the last test
      const response = await call(await loginAs(role), route);
      const needed = route.access.kind === "permissions" ? route.access.all : [];
      if (needed.every((permission) => held.includes(permission))) {
        const outcome = `${route.method} ${route.url} ${response.status}`;
        expect([401, 403, 500], outcome).not.toContain(response.status);
      } else expectRefusal(route, response, 403, 20);
    }
  });

  test("as another tenant's administrator: nothing of ours exists", async () => {
    const device = await app.device(home);
    const ours = { ...ids, deviceId: device.id.id };
    const aboutUs = guarded().filter(({ url, access }) => {
      const needed: readonly string[] = access.kind === "permissions" ? access.all : [];
      return (
        url.includes(":") &&
        needed.every((permission) => (roles.TENANT_ADMIN as readonly string[]).includes(permission))
      );
    });

    expect(aboutUs.length).toBeGreaterThan(10);
    for (const route of aboutUs) {
      const response = await call(foreign.admin, route, ours);
      const bodyRefused = response.status === 400 && ["POST", "PUT"].includes(route.method);
      if (!bodyRefused) expectRefusal(route, response, 404, 32);
    }
  });

  test("the system administrator may remove a tenant", async () => {
    const doomed = await app.tenant();
    const system = await app.systemAdministrator();

    expect((await system.delete(`/api/tenants/${doomed.id}`)).status).toBe(200);
  });
});
