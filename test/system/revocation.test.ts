import { randomUUID } from "node:crypto";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import {
  type DashboardRecord,
  type DeviceRecord,
  emptyConfiguration,
  type NewShareRecord,
  type Permission,
  roles,
  type SessionRecord,
  type TenantRole,
  type TokenPair,
} from "@heliograph/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { expectOk, type OwnTenant, startApp, type TestApp, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

let app: TestApp;
let home: OwnTenant;
let projectId: { id: string };
/** With a large file and with large points, in a project. */
let device: DeviceRecord;
const telemetry = `/api/plugins/telemetry/DEVICE`;
/** More than sockets on both sides take: without a reader the answer stays under way. */
const fileBytes = 16 * 1024 * 1024;

beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
  projectId = await project();
  device = await app.device(home, { projectId });
  const file = Buffer.alloc(fileBytes, "x");
  expectOk(await home.admin.post(`/api/devices/${device.id.id}/data-files?name=big.bin`, file));
  for (let ts = 1; ts <= fileBytes / 1e6; ts++) {
    const body = { ts, values: { text: `${ts}`.padEnd(1e6, "x") } };
    expectOk(await home.admin.post(`${telemetry}/${device.id.id}/timeseries/ANY`, body));
  }
});
afterAll(() => app[Symbol.asyncDispose]());

const project = async () =>
  expectOk(await home.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id;

async function newUser(
  role: TenantRole = "OPERATOR",
): Promise<{ username: string; id: string; tokens: TokenPair; client: RestClient }> {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(home.admin, home.id, username, role);
  const tokens = await app.tokens(username);
  return { username, id: id.id, tokens, client: app.rest.withToken(tokens.token) };
}

async function downloadPath(client: RestClient): Promise<string> {
  const path = `/api/device/${device.id.id}/data-files/CLIENT_SCOPE`;
  const token = expectOk(await client.post(`${path}/download`, ["big.bin"])).text;
  return `${path}/token/${token}`;
}

/** Begins to download and stops reading; resolves when the answer has begun. */
function begun(path: string, token = "", body?: object): Promise<{ answer: IncomingMessage; request: ClientRequest }> {
  const scheme = token.startsWith("hgs_") ? "Share" : "Bearer";
  const headers = {
    ...(token !== "" && { "x-authorization": `${scheme} ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
  // A connection of its own: one that was read from before may take in all of it while nobody reads.
  const asked = { port: app.node.httpPort, path, headers, method: body ? "POST" : "GET", agent: false };
  return new Promise((resolve, reject) => {
    const request = httpRequest(asked, (answer) => resolve({ answer, request }));
    request.on("error", reject);
    request.end(body && JSON.stringify(body));
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

type Revoke = (user: Awaited<ReturnType<typeof newUser>>) => Promise<unknown>;
const changes: [string, Revoke][] = [
  ["logout", ({ client }) => client.post("/api/auth/logout")],
  ["removal", ({ id }) => home.admin.delete(`/api/tenants/${home.id}/users/${id}`)],
  [
    "a password set on the machine",
    ({ username }) => app.platform.users.resetPassword(username, "another password of length"),
  ],
  [
    "an ended session",
    async ({ client }) => {
      const [own] = (await client.get("/api/auth/sessions")).json<SessionRecord[]>();
      return client.delete(`/api/auth/sessions/${own?.id.id}`);
    },
  ],
];

describe("[AUTH8] what is revoked stops at once", () => {
  test.each(changes)("%s: a running download is cut, and the download token stops", async (_, revoke) => {
    const user = await newUser();
    const path = await downloadPath(user.client);
    const { answer } = await begun(path);

    await revoke(user);

    expect(await endsWhole(answer)).toBe(false);
    expect((await app.rest.get(path)).status).toBe(404);
  });

  test("a changed role and the user's own new password stop download tokens; what is still allowed goes on", async () => {
    const user = await newUser();
    const byRole = await downloadPath(user.client);
    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${user.id}`, { authority: "VIEWER" }));
    expect((await app.rest.get(byRole)).status).toBe(404);
    const byPassword = await downloadPath(user.client);
    const body = { currentPassword: testPassword, newPassword: "another password of length" };

    expectOk(await user.client.post("/api/auth/changePassword", body));

    expect((await app.rest.get(byPassword)).status).toBe(404);
    expect((await app.rest.get(await downloadPath(user.client))).status).toBe(200);
  });

  describe("a change of role", () => {
    const viewer: readonly Permission[] = [...roles.VIEWER];
    afterEach(() => void Object.assign(roles, { VIEWER: viewer }));

    /** An operator who exports, downloads and watches, and then becomes a viewer. */
    async function demoted() {
      const { id, client, tokens } = await newUser();
      const download = await begun(await downloadPath(client));
      const exported = await begun(`${telemetry}/${device.id.id}/export/timeseries`, tokens.token);
      const live = await LiveClient.open(app.node.httpPort, tokens.token);
      live.send({ type: "subscribe", id: 1, deviceId: device.id.id, activity: true });
      await live.next();
      expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${id}`, { authority: "VIEWER" }));
      const areWhole = await Promise.all([download, exported].map(({ answer }) => endsWhole(answer)));
      return { areWhole, live };
    }

    test("to one that may see goes on with what runs", async () => {
      const { areWhole, live } = await demoted();

      expect(areWhole).toEqual([true, true]);
      live.send({ type: "ping" });
      expect(await live.next()).toEqual({ type: "pong" });
      live.socket.terminate();
    });

    test("to one that may not cuts exports, downloads and what is watched", async () => {
      Object.assign(roles, { VIEWER: [] }); // each built-in role may see everything: here it may not

      const { areWhole, live } = await demoted();

      expect(areWhole).toEqual([false, false]);
      expect(await live.next()).toMatchObject({ type: "ended", id: 1, code: "PERMISSION_DENIED" });
      live.socket.terminate();
    });
  });

  describe("a page's data", () => {
    const viewer: readonly Permission[] = [...roles.VIEWER];
    let dashboard: DashboardRecord;
    beforeAll(async () => {
      const options = { devices: chosen(), channels: [{ key: "text" }] };
      const widgets = { log: { kind: "STATE_TIMELINE", version: 1, options } };
      const pages = [{ id: "p", title: "P", layout: [{ widget: "log", x: 0, y: 0, w: 24, h: 4 }] }];
      const configuration = { ...emptyConfiguration(), time: { from: "0", to: "1000" }, widgets, pages };
      const body = { title: randomUUID(), projectId, configuration };
      dashboard = expectOk(await home.admin.post("/api/dashboard", body)).json<DashboardRecord>();
    });
    afterEach(() => void Object.assign(roles, { VIEWER: viewer }));

    const chosen = () => ({ kind: "DEVICES" as const, deviceIds: [device.id.id] });

    /** As somebody reads it, and as whoever has a link of theirs does; neither is read on. */
    async function bothBegun({ client, tokens }: Awaited<ReturnType<typeof newUser>>) {
      const made = await client.post(`/api/dashboard/${dashboard.id.id}/shares`, { name: "x", version: 1 });
      const { token } = expectOk(made).json<NewShareRecord>();
      const history = { kind: "SERIES", devices: chosen(), keys: ["text"], form: "POINTS" };
      return [
        await begun("/api/dashboardData", tokens.token, { startTs: 0, endTs: 1_000, queries: { history } }),
        await begun("/api/shared/data", token, { page: "p", width: 1_000 }),
      ].map(({ answer }) => answer);
    }

    test("is cut when a question's own permission is taken away, for its reader and for links", async () => {
      Object.assign(roles, { VIEWER: ["VIEW_DEVICES", "VIEW_DASHBOARDS", "SHARE_DASHBOARDS"] });
      const maker = await newUser("TENANT_ADMIN");
      const answers = await bothBegun(maker);

      expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${maker.id}`, { authority: "VIEWER" }));

      expect(await Promise.all(answers.map(endsWhole))).toEqual([false, false]);
    });

    test("[PRJ1] is cut when its device goes where its reader sees nothing, and no other device's way matters", async () => {
      const maker = await newUser("TENANT_ADMIN");
      const [other, elsewhere, lookedAt] = [await app.device(home, { projectId }), await project(), await project()];
      const grants = [
        { role: "TENANT_ADMIN", projectId },
        { role: "VIEWER", projectId: lookedAt },
      ];
      expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${maker.id}`, { grants }));
      const move = async ({ id }: DeviceRecord, to = elsewhere) => {
        const body = { deviceIds: [id.id], projectId: to };
        expectOk(await home.admin.post(`/api/tenants/${home.id}/devices/move`, body));
      };
      const unmoved = await bothBegun(maker);
      await move(other);
      expect(await Promise.all(unmoved.map(endsWhole))).toEqual([true, true]);
      const lookedOn = await bothBegun(maker);
      await move(device, lookedAt); // where they may look and not share
      expect(await Promise.all(lookedOn.map(endsWhole))).toEqual([true, false]);
      await move(device, projectId);
      const answers = await bothBegun(maker);

      await move(device);

      expect(await Promise.all(answers.map(endsWhole))).toEqual([false, false]);
    });
  });

  test("another user's download goes on", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { answer } = await begun(await downloadPath(other.client));

    expectOk(await user.client.post("/api/auth/logout"));

    expect(await endsWhole(answer)).toBe(true);
  });
});

describe("[AUTH8] one's own sessions", () => {
  test("are listed with where they come from, and ended one by one or all others", async () => {
    const { username, client } = await newUser();
    const [second, third] = [await app.tokens(username), await app.tokens(username)];
    const list = async () => expectOk(await client.get("/api/auth/sessions")).json<SessionRecord[]>();
    const whoAmI = async ({ token }: TokenPair) => (await app.rest.withToken(token).get("/api/auth/user")).status;

    const all = await list();
    expect(all).toHaveLength(3);
    expect(all.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(all[0]).toMatchObject({
      authority: "OPERATOR",
      tenantName: home.name,
      address: expect.stringContaining("127"),
    });
    const newest = all[0]?.id.id;
    expect((await home.admin.delete(`/api/auth/sessions/${newest}`)).status).toBe(404);
    expectOk(await client.delete(`/api/auth/sessions/${newest}`));
    expect([await whoAmI(second), await whoAmI(third)].sort()).toEqual([200, 401]);

    expectOk(await client.delete("/api/auth/sessions"));

    expect([await whoAmI(second), await whoAmI(third)]).toEqual([401, 401]);
    expect(await list()).toHaveLength(1);
  });

  describe("with other limits", () => {
    let folder: TempFolder;
    let fresh: TestApp;
    const open = () =>
      startApp({ HELIO_DATA_DIR: folder.path, HELIO_SESSIONS_PER_USER: "2", HELIO_SESSION_MAX_AGE: "1h" });
    beforeAll(async () => {
      folder = await tempFolder();
      fresh = await open();
    });
    afterAll(async () => {
      await fresh[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });

    test("tell when each was last used, by a request or a refresh, and still know it after a restart", async () => {
      const lastUse = async (token: string) =>
        expectOk(await fresh.rest.withToken(token).get("/api/auth/sessions"))
          .json<SessionRecord[]>()
          .map(({ createdTime, lastUsedTime, isCurrent }) => ({ sinceOpened: lastUsedTime - createdTime, isCurrent }))
          .find(({ isCurrent }) => !isCurrent)?.sinceOpened;
      const [own, other] = [await fresh.tokens("admin"), await fresh.tokens("admin")];
      expect(await lastUse(own.token)).toBe(0);

      await expect
        .poll(async () => {
          await fresh.rest.withToken(other.token).get("/api/auth/user");
          return lastUse(own.token);
        })
        .toBeGreaterThan(0);
      const used = (await lastUse(own.token)) ?? 0;
      await expect
        .poll(async () => {
          other.refreshToken = expectOk(await fresh.rest.post("/api/auth/token", other)).json<TokenPair>().refreshToken;
          return lastUse(own.token);
        })
        .toBeGreaterThan(used);
      const refreshed = await lastUse(own.token);
      await fresh[Symbol.asyncDispose]();

      fresh = await open();
      expect(await lastUse(own.token)).toBe(refreshed);
    });

    test("[AUTH8] are so many per user as the setting says: the next login ends the oldest", async () => {
      const status = async (token: string) => (await fresh.rest.withToken(token).get("/api/auth/user")).status;
      const first = await fresh.tokens("admin");
      const second = await fresh.tokens("admin");
      expect(await status(first.token)).toBe(200);

      const third = await fresh.tokens("admin");

      expect([await status(first.token), await status(second.token), await status(third.token)]).toEqual([
        401, 200, 200,
      ]);
    });

    test("end after their longest time, however often they are refreshed", async () => {
      const { token, refreshToken } = await fresh.tokens("admin");
      const refreshed = expectOk(await fresh.rest.post("/api/auth/token", { refreshToken })).json<TokenPair>();
      expect((await fresh.rest.withToken(token).get("/api/auth/user")).status).toBe(200);

      const later = Date.now() + 3_600_001;
      vi.spyOn(Date, "now").mockReturnValue(later);

      await expect
        .poll(async () => (await fresh.rest.withToken(refreshed.token).get("/api/auth/user")).status)
        .toBe(401);
      expect((await fresh.rest.post("/api/auth/token", { refreshToken: refreshed.refreshToken })).status).toBe(401);
    });
  });
});
