import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  anyone,
  type ProjectRecord,
  type Role,
  roles,
  type TenantRecord,
  tenantWidePermissions,
  type UserRecord,
} from "@heliograph/contract";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JwtSigner } from "../../server/src/adapters/secrets/jwt-signer.ts";
import { type DeclaredRoute, guardRoutes } from "../../server/src/transports/http/access.ts";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import type { RestClient, RestResponse } from "../support/rest-client.ts";
import {
  type OwnIds,
  ownChannel,
  ownFile,
  ownFileName,
  ownPolicy,
  ownReport,
  ownRule,
  ownSchedule,
  ownWebhook,
  requestNamingOurs,
} from "../support/valid-requests.ts";
import { isLongRun } from "../switches.ts";

const roleNames = Object.keys(roles) as Role[];

let app: TestApp;
let home: TestTenant;
let foreign: TestTenant;
let ids: Record<string, string>;
let expired: string;

beforeAll(async () => {
  app = await startApp({ HELIO_TOKEN_FREE_GUESSES: "100" }); // wrong tokens are tried, and none is to wait
  home = await app.firstTenant();
  foreign = await app.tenant();
  const device = await app.device(home);
  const user = await app.user(home.admin, home.id, "spare", "VIEWER");
  for (const role of ["OPERATOR", "VIEWER"] as const) await app.user(home.admin, home.id, role, role);
  ids = {
    tenantId: home.id,
    deviceId: device.id.id,
    deviceProfileId: device.deviceProfileId.id,
    userId: user.id.id,
    scope: "SERVER_SCOPE",
    version: "1",
    startTime: "0",
    endTime: "1",
  };
  expired = await expiredToken();
});
afterAll(() => app[Symbol.asyncDispose]());

async function expiredToken(): Promise<string> {
  const key = await readFile(join(app.config.dataDir, "keys", "signing.key"), "utf8");
  const signer = new JwtSigner(Buffer.from(key.trim(), "base64url"), { accessMs: 1, refreshMs: 1, stepMs: 1 });
  const display = { username: "admin", userId: "", role: "", tenantId: undefined };
  return signer.signAccess({ kind: "access", sessionId: "any" as never }, display);
}

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

/** As somebody with this role, whose session goes on until a call ends it: then it is another one. */
async function callerOf(role: Role): Promise<(route: DeclaredRoute) => Promise<RestResponse>> {
  let client = await loginAs(role);
  return async (route) => {
    const response = await call(client, route);
    if (response.status !== 401) return response;
    client = await loginAs(role);
    return call(client, route);
  };
}

const codeOf = (response: RestResponse): unknown =>
  response.text === "" ? undefined : response.json<{ errorCode?: number }>().errorCode;

/** Behind a HEAD there is no body to read a code from. */
function expectRefusal(route: DeclaredRoute, response: RestResponse, status: number, code: number): void {
  const got = [route.method, route.url, response.status, ...(route.method === "HEAD" ? [] : [codeOf(response)])];
  expect(got).toEqual([route.method, route.url, status, ...(route.method === "HEAD" ? [] : [code])]);
}

const needsLogin = ({ access }: DeclaredRoute): boolean => access.kind === "signed-in" || access.kind === "permissions";
const guarded = () => app.node.routes.filter(needsLogin);
/** A HEAD is let in where its GET is: whoever has no token is shown that, the long run shows it to all. */
const walked = () => guarded().filter(({ method }) => isLongRun() || method !== "HEAD");

describe("[AUTH5] every route × every caller", () => {
  test("the walk sees the routes, and the public ones are those that have to be", () => {
    const open = app.node.routes.filter(({ access, method }) => access.kind === "public" && method !== "HEAD");

    expect(guarded().length).toBeGreaterThan(20);
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "GET /api/noauth/resetPassword",
      "GET /api/openapi.json",
      "GET /health/live",
      "GET /health/ready",
      "GET /metrics",
      "POST /api/auth/login",
      "POST /api/auth/token",
      "POST /api/noauth/authorization",
      "POST /api/noauth/invitations/accept",
      "POST /api/noauth/invitations/view",
      "POST /api/noauth/resetPassword",
      "POST /api/noauth/resetPassword/view",
      "POST /api/noauth/resetPasswordByEmail",
    ]);
  });

  test("a HEAD lets in whom its GET lets in, and nobody else", () => {
    const accessOf = (wanted: string) =>
      new Map(app.node.routes.filter(({ method }) => method === wanted).map(({ url, access }) => [url, access]));
    const [heads, gets] = [accessOf("HEAD"), accessOf("GET")];
    const others = [...heads].filter(([url, access]) => !isDeepStrictEqual(access, gets.get(url)));

    expect(heads.size).toBeGreaterThan(20);
    expect(others).toEqual([]);
  });

  test("those that a token in the URL opens are these, and refuse every other token", async () => {
    const byToken = app.node.routes.filter(({ access, method }) => access.kind === "token-in-url" && method !== "HEAD");

    expect(byToken.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "GET /api/device/:deviceId/data-files/CLIENT_SCOPE/token/:downloadToken",
      "GET /api/v1/:token/attributes",
      "GET /api/v1/:token/attributes/updates",
      "GET /api/v1/:token/rpc",
      "POST /api/v1/:token/attributes",
      "POST /api/v1/:token/claim",
      "POST /api/v1/:token/rpc",
      "POST /api/v1/:token/rpc/:requestId",
      "POST /api/v1/:token/telemetry",
      "POST /status.php",
    ]);
    for (const { method, url } of byToken.filter((route) => route.url.startsWith("/api/v1/"))) {
      const path = url.replace(":token", "guessed").replace(":requestId", "1");
      expect((await home.admin.send(method, path)).json(), url).toMatchObject({ status: 401, errorCode: 10 });
    }
    const downloadPath = `/api/device/${ids["deviceId"]}/data-files/CLIENT_SCOPE/token/guessed`;
    expect((await home.admin.get(downloadPath)).json()).toMatchObject({ status: 404, errorCode: 32 });
    for (const query of ["F=PING", "F=PING&ID=guessed", "F=PING&ID="]) {
      expect((await home.admin.post(`/status.php?${query}`)).json()).toMatchObject({ status: 401, errorCode: 10 });
    }
  });

  test("without a token: 401/10", async () => {
    for (const route of guarded()) expectRefusal(route, await call(app.rest, route), 401, 10);
  });

  /** The same look at the token that every route was shown to have: one of each kind and method, all in the long run. */
  const ofEachKind = () => [
    ...new Map(walked().map((route) => [isLongRun() ? route : `${route.method} ${route.access.kind}`, route])).values(),
  ];

  test("with an expired token: 401/11", async () => {
    for (const route of ofEachKind()) expectRefusal(route, await call(app.rest.withToken(expired), route), 401, 11);
  });

  test.each(roleNames)("as %s: 403/20 exactly where a permission is missing", async (role) => {
    const held: readonly string[] = roles[role];
    const callAs = await callerOf(role);
    for (const route of walked()) {
      if (route.method === "DELETE" && route.url === "/api/tenants/:tenantId" && role === "SYS_ADMIN") continue; // the last test
      const response = await callAs(route);
      const needed = route.access.kind === "permissions" ? route.access.all : [];
      if (needed.every((permission) => held.includes(permission))) {
        const outcome = `${route.method} ${route.url} ${response.status}`;
        expect([401, 403, 500], outcome).not.toContain(response.status);
      } else expectRefusal(route, response, 403, 20);
    }
  });

  describe("with requests that are valid", () => {
    const heldByAdministrators: readonly string[] = roles.TENANT_ADMIN;
    const mayCall = ({ access }: DeclaredRoute) =>
      access.kind === "permissions" ? access.all.every((one) => heldByAdministrators.includes(one)) : true;
    /** Every request an administrator can make that names something of the first tenant. */
    const aboutUs = (own: OwnIds) =>
      walked()
        .filter(mayCall)
        .flatMap((route) => {
          const request = requestNamingOurs(route, own);
          return request ? [{ route, request }] : [];
        });
    const send = (client: RestClient, own: OwnIds, { route, request }: ReturnType<typeof aboutUs>[number]) => {
      const query = request.query === undefined ? "" : `?${request.query}`;
      return client.send(route.method, pathOf(route, { ...ids, ...own }) + query, request);
    };
    const ours = async (): Promise<OwnIds> => {
      home = { ...home, admin: await app.login("admin") }; // the walk ended the sessions it could
      const projectId = await project();
      const newRole = { name: randomUUID(), permissions: ["VIEW_DEVICES"] };
      const made = await home.admin.post(`/api/tenants/${home.id}/roles`, newRole);
      const roleId = made.json<{ id: { id: string } }>().id.id;
      const group = await home.admin.post("/api/deviceGroup", {
        name: randomUUID(),
        filter: { kind: "ALL", conditions: [] },
      });
      const deviceGroupId = group.json<{ id: { id: string } }>().id.id;
      const sharedView = { name: randomUUID(), shared: true, projectId: { id: projectId }, look: { columns: [] } };
      const view = await home.admin.post("/api/deviceView", sharedView);
      const deviceViewId = view.json<{ id: { id: string } }>().id.id;
      const device = await app.device(home, { projectId: { id: projectId } });
      const user = await app.user(home.admin, home.id, randomUUID(), "VIEWER");
      const credentials = await home.admin.get(`/api/device/${device.id.id}/credentials`);
      await home.admin.post(`/api/devices/${device.id.id}/data-files?name=${ownFileName}`, ownFile());
      const { credentialsId } = credentials.json<{ credentialsId: string }>();
      const deviceProfileId = device.deviceProfileId.id;
      const [deviceId, userId] = [device.id.id, user.id.id];
      const originator = { id: deviceId };
      const alarm = await home.admin.post("/api/alarm", { originator, type: "Too cold", severity: "MINOR" });
      const window = await home.admin.post("/api/maintenanceWindow", {
        ...{ name: "Overhaul", startTs: 1, endTs: 2, deviceId: originator },
      });
      const alarmId = alarm.json<{ id: { id: string } }>().id.id;
      const windowId = window.json<{ id: { id: string } }>().id.id;
      const rule = await home.admin.post("/api/rule", { name: randomUUID(), definition: ownRule(deviceId) });
      const ruleId = rule.json<{ id: { id: string } }>().id.id;
      const policy = await home.admin.post("/api/notification/policy", ownPolicy(projectId));
      const policyId = policy.json<{ id: { id: string } }>().id.id;
      const webhook = await home.admin.post("/api/notification/webhook", ownWebhook(projectId));
      const webhookId = webhook.json<{ id: { id: string } }>().id.id;
      const schedule = await home.admin.post("/api/schedule", ownSchedule(deviceId));
      const scheduleId = schedule.json<{ id: { id: string } }>().id.id;
      const report = await home.admin.post("/api/report", ownReport(deviceId));
      const reportId = report.json<{ id: { id: string } }>().id.id;
      const reportFile = await home.admin.post(`/api/report/${reportId}/run`);
      const reportFileId = reportFile.json<{ id: { id: string } }>().id.id;
      const state = async () => (await home.admin.calls.reports.file({ reportFileId })).state;
      await expect.poll(state, { timeout: 60_000 }).toBe("DONE"); // whose it is to see is known then
      const channel = await home.admin.post("/api/calculatedChannel", { definition: ownChannel(deviceId) });
      const channelId = channel.json<{ id: { id: string } }>().id.id;
      const dashboardId = await dashboard(projectId);
      const trashedDashboardId = await dashboard(projectId);
      await home.admin.delete(`/api/dashboard/${trashedDashboardId}`);
      const note = await home.admin.post("/api/note", { deviceId: originator, startTs: 1, text: "Valve changed" });
      const noteId = note.json<{ id: { id: string } }>().id.id;
      const kept = { name: "Identify", command: { type: "SCPI", text: "*IDN?" } };
      const savedCommandId = (await home.admin.post("/api/savedCommand", kept)).json<{ id: { id: string } }>().id.id;
      const about = { entityType: "DEVICE", entityId: deviceId };
      const named = {
        alarmId,
        windowId,
        ruleId,
        policyId,
        webhookId,
        scheduleId,
        reportId,
        reportFileId,
        channelId,
        dashboardId,
        trashedDashboardId,
        noteId,
        savedCommandId,
        ...about,
      };
      const known = { tenantId: home.id, deviceId, userId, credentialsId, deviceProfileId, projectId, roleId };
      return { ...known, ...named, deviceGroupId, deviceViewId, jobId: await job() };
    };
    const job = async (): Promise<string> =>
      (await home.admin.calls.jobs.deleteDevices({ body: { deviceIds: [randomUUID()] } })).id.id;
    const dashboard = async (projectId: string): Promise<string> => {
      const made = await home.admin.post("/api/dashboard", { title: randomUUID(), projectId: { id: projectId } });
      return made.json<{ id: { id: string } }>().id.id;
    };
    const project = async (name: string = randomUUID()): Promise<string> =>
      (await home.admin.post("/api/project", { name })).json<ProjectRecord>().id.id;

    /** For those who are refused: they change nothing of it. */
    let untouched: Promise<OwnIds> | undefined;
    const refusedOnes = () => (untouched ??= ours());

    test("another tenant's administrator finds nothing of ours: 404/32", async () => {
      const own = await refusedOnes();
      const requests = aboutUs(own);

      expect(requests.map(({ route }) => `${route.method} ${route.url}`)).toEqual(
        expect.arrayContaining(["POST /api/device", "POST /api/device/credentials", "DELETE /api/device/:deviceId"]),
      );
      for (const one of requests) expectRefusal(one.route, await send(foreign.admin, own, one), 404, 32);
    });

    test("[PRJ1] an administrator of another project finds nothing of this one: 404/32, or 403/20 where it takes all", async () => {
      const own = await refusedOnes();
      const elsewhere = await project();
      const grants = [{ role: "TENANT_ADMIN", projectId: { id: elsewhere } }];
      await home.admin.put(`/api/tenants/${home.id}/users/${own.userId}`, { grants });
      const { username } = (await home.admin.get(`/api/tenants/${home.id}/users/${own.userId}`)).json<UserRecord>();
      const stranger = await app.login(username);

      for (const one of aboutUs(own)) {
        const needed = one.route.access.kind === "permissions" ? one.route.access.all : [];
        const isTenantWide = needed.some((permission) => tenantWidePermissions.has(permission));
        if (isTenantWide) expectRefusal(one.route, await send(stranger, own, one), 403, 20);
        else if (!/:tenantId|deviceProfile|deviceGroup|setType/.test(one.route.url)) {
          expectRefusal(one.route, await send(stranger, own, one), 404, 32);
        }
      }
    });

    test("[API3] who reads this project and edits another one is refused here, not told that there is nothing", async () => {
      const own = await refusedOnes();
      const grants = [
        { role: "TENANT_ADMIN", projectId: { id: await project() } },
        { role: "VIEWER", projectId: { id: own.projectId } },
      ];
      await home.admin.put(`/api/tenants/${home.id}/users/${own.userId}`, { grants });
      const { username } = (await home.admin.get(`/api/tenants/${home.id}/users/${own.userId}`)).json<UserRecord>();
      const reader = await app.login(username);
      const readable: readonly string[] = roles.VIEWER;
      const refused: string[] = [];

      for (const one of aboutUs(own)) {
        const needed = one.route.access.kind === "permissions" ? one.route.access.all : [];
        if (needed.every((permission) => readable.includes(permission))) continue;
        if (/deviceProfile|deviceGroup|devices\/(import|export|positions)|setType|savedCommand/.test(one.route.url))
          continue; // of the whole tenant
        expectRefusal(one.route, await send(reader, own, one), 403, 20);
        refused.push(`${one.route.method} ${one.route.url}`);
      }
      expect(refused).toEqual(expect.arrayContaining(["POST /api/device", "DELETE /api/device/:deviceId"]));
    });

    test("our own administrator is understood, so the refusals are not about the form", async () => {
      const own = await ours();
      const requests = aboutUs(own).filter(({ route, request }) => route.method !== "DELETE" && !request.isOfNothing);

      for (const one of requests) {
        const { status, text } = await send(home.admin, own, one);
        expect([400, 401, 403, 404, 405, 415, 500], `${one.route.method} ${one.route.url} ${text}`).not.toContain(
          status,
        );
      }
    });
  });

  test("a route that takes a body and is not in the table of valid requests is named, with what to add", async () => {
    const unknown = { method: "PUT", url: "/api/device/:deviceId/colour" };
    const [deviceId, userId, deviceProfileId, projectId] = Array.from({ length: 4 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
    ];
    const own = {
      tenantId: home.id,
      deviceId,
      userId,
      deviceProfileId,
      projectId,
      roleId: randomUUID(),
      deviceGroupId: randomUUID(),
      deviceViewId: randomUUID(),
      noteId: randomUUID(),
      savedCommandId: randomUUID(),
      jobId: randomUUID(),
      credentialsId: "x",
      ...{
        alarmId: randomUUID(),
        windowId: randomUUID(),
        ruleId: randomUUID(),
        policyId: randomUUID(),
        webhookId: randomUUID(),
        scheduleId: randomUUID(),
        reportId: randomUUID(),
        reportFileId: randomUUID(),
        channelId: randomUUID(),
        entityType: "DEVICE",
        entityId: deviceId,
      },
      ...{ dashboardId: randomUUID(), trashedDashboardId: randomUUID() },
    };

    expect(() => requestNamingOurs(unknown, own)).toThrow('"PUT /api/device/:deviceId/colour". Add a line');
  });

  test("a route that does not say who may call it cannot be registered", () => {
    const server = fastify();
    const routes = guardRoutes(server, undefined as never, async () => undefined);

    expect(() => server.get("/open", async () => "secret")).toThrow("GET /open does not say who may call it");
    expect(() => server.get("/said", { config: { access: anyone } }, async () => "fine")).not.toThrow();
    expect(routes).toMatchObject([{ method: "GET", url: "/said", access: { kind: "public" } }, { method: "HEAD" }]);
  });

  test("the system administrator may remove a tenant", async () => {
    const system = await app.login("system"); // the walk ended the sessions it could
    const doomed = (await system.post("/api/tenants", { name: "doomed" })).json<TenantRecord>();

    expect((await system.delete(`/api/tenants/${doomed.id.id}`)).status).toBe(200);
  });
});
