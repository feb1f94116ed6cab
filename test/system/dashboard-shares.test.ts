// Links to dashboards, and everything somebody could try who has one [DSH6].
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DashboardConfiguration,
  type DashboardRecord,
  type DeviceRecord,
  emptyConfiguration,
  type MapFile,
  type MapInfo,
  type NewShareRecord,
  roles,
  type SharedDashboard,
  type SharedLine,
  type ShareRecord,
  type ShareRequest,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import { pmtilesOf, vectorTile } from "../support/pmtiles.ts";
import { RestClient, type RestResponse } from "../support/rest-client.ts";
import { ownFile } from "../support/valid-requests.ts";
import { isLongRun } from "../switches.ts";

let app: TestApp;
let home: TestTenant;
let north: string;
let pump: DeviceRecord;
let hidden: DeviceRecord;
let dashboard: DashboardRecord;
let alarmId: string;

const hour = 3_600_000;
const now = Date.now();
const begin = now - 48 * hour;

beforeAll(async () => {
  app = await startApp({
    ...{ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "1ms", HELIO_LOGIN_REFUSE_FROM: "20" },
    ...{ HELIO_SHARES_PER_DASHBOARD: "20", HELIO_SHARE_REQUESTS: "60" },
  });
  home = await app.firstTenant();
  north = (await home.admin.post("/api/project", { name: "North" })).json<{ id: { id: string } }>().id.id;
  const about = { serialNumber: "secretSerial", additionalInfo: { description: "secretText" } };
  pump = await app.device(home, { name: "P-01", type: "Pump", ...about, projectId: { id: north } });
  hidden = await app.device(home, { name: "Vault", type: "Safe", projectId: { id: north } });
  const points = Array.from({ length: 48 }, (_, at) => ({
    ts: begin + at * hour,
    values: { temperature: at, secretPressure: 4711, state: at < 24 ? "run" : "off" },
  }));
  for (const device of [pump, hidden])
    expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, points));
  const at = `/api/plugins/telemetry/DEVICE/${pump.id.id}`;
  expectOk(await home.admin.post(`${at}/attributes/SHARED_SCOPE`, { on: true, secretLimit: 90 }));
  const alarm = { originator: { entityType: "DEVICE", id: pump.id.id }, type: "Too hot", severity: "MAJOR" };
  const details = { note: "secretDetail" };
  const raised = expectOk(await home.admin.post("/api/alarm", { ...alarm, startTs: now - hour, details }));
  alarmId = raised.json<{ id: { id: string } }>().id.id;
  expectOk(await home.admin.post(`/api/devices/${pump.id.id}/data-files?name=run.txt`, ownFile()));
  dashboard = await saved(configuration());
});
afterAll(() => app[Symbol.asyncDispose]());

const onlyPump = () => ({ kind: "DEVICES" as const, deviceIds: [pump.id.id] });

/** One of everything that could tell too much. */
function configuration(): DashboardConfiguration {
  const channels = [{ key: "temperature" }];
  const widgets: DashboardConfiguration["widgets"] = {
    chart: { kind: "TIME_SERIES", version: 1, options: { devices: onlyPump(), channels, show: { alarms: true } } },
    value: {
      kind: "VALUE",
      version: 1,
      options: { devices: { kind: "VARIABLE", name: "pump" }, channel: channels[0] },
    },
    mode: { kind: "VALUE", version: 1, options: { devices: onlyPump(), channel: { variable: "channel" } } },
    alarms: { kind: "ALARM_LIST", version: 1, options: { devices: onlyPump() } },
    files: { kind: "FILE_LIST", version: 1, options: { devices: onlyPump() } },
    plan: {
      kind: "IMAGE",
      version: 1,
      options: { values: [{ deviceId: pump.id.id, channel: channels[0], x: 0, y: 0 }] },
    },
    relay: {
      ...{ kind: "CONTROL", version: 1 },
      options: { devices: onlyPump(), form: "BUTTON", writes: "RPC", method: "secretMethod", value: "secretValue" },
    },
    elsewhere: { kind: "LINK", version: 1, options: { text: "More", dashboardId: randomUUID() } },
  };
  return {
    ...emptyConfiguration(),
    time: { from: "now-6h", to: "now" },
    variables: [
      { kind: "DEVICE", name: "pump", among: onlyPump() },
      { kind: "CHANNEL", name: "channel", default: "temperature" },
    ],
    widgets,
    pages: [
      {
        ...{ id: "overview", title: "Overview" },
        layout: Object.keys(widgets).map((widget, at) => ({ widget, x: 0, y: at * 4, w: 24, h: 4 })),
      },
    ],
  };
}

async function saved(content: DashboardConfiguration, by = home.admin): Promise<DashboardRecord> {
  const body = { title: `Pumps ${randomUUID()}`, projectId: { id: north }, configuration: content };
  return expectOk(await by.post("/api/dashboard", body)).json<DashboardRecord>();
}

const pathOf = (id = dashboard.id.id) => `/api/dashboard/${id}/shares`;

async function shared(over: Partial<ShareRequest> = {}, of = dashboard, by = home.admin): Promise<NewShareRecord> {
  const made = await by.post(pathOf(of.id.id), { name: "Customer", version: of.version, ...over });
  expect(made.text).toContain("hgs_");
  return made.json<NewShareRecord>();
}

/** Somebody with a link and nothing else; each from an address of its own, so that nobody's failures are another's. */
let addresses = 10;
function stranger(token: string, pass?: string): RestClient {
  const headers = { "x-authorization": `Share ${token}`, ...(pass !== undefined && { "x-share-pass": pass }) };
  return new RestClient(app.node.httpPort, headers, `127.0.0.${addresses++}`);
}

const page = { page: "overview", width: 1_000 };
const dataOf = (by: RestClient, over: object = {}) => by.post("/api/shared/data", { ...page, ...over });
const linesOf = ({ text }: RestResponse) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SharedLine);
const ofType = <Type extends SharedLine["type"]>(lines: readonly SharedLine[], type: Type) =>
  lines.filter((line) => line.type === type) as unknown as Extract<SharedLine, { type: Type }>[];
const timesIn = (lines: readonly SharedLine[]) =>
  ofType(lines, "series").flatMap((line) => (line.form === "EMPTY" ? [] : [...line.ts]));

/** A point of this moment. */
const measured = async (device: DeviceRecord, values: object) =>
  expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, values));

/** A user of their own with this role in the project, or in all of the tenant. */
async function person(
  role: "TENANT_ADMIN" | "OPERATOR",
  projectId?: string,
): Promise<{ id: string; client: RestClient }> {
  const username = `user-${randomUUID()}`;
  const access = projectId === undefined ? { authority: role } : { grants: [{ role, projectId: { id: projectId } }] };
  const made = expectOk(
    await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, ...access }),
  );
  return { id: made.json<{ id: { id: string } }>().id.id, client: await app.login(username) };
}

describe("[DSH6] a link", () => {
  test("shows its dashboard and the dashboard's data to whoever has it, and is told once", async () => {
    const { token, id } = await shared();
    const by = stranger(token);

    const opened = expectOk(await by.get("/api/shared/dashboard")).json<SharedDashboard>();
    const lines = linesOf(expectOk(await dataOf(by)));

    expect(opened).toMatchObject({ title: dashboard.title, version: 1, time: { kind: "OWN" } });
    expect(Object.keys(opened.configuration.widgets)).toEqual(Object.keys(dashboard.configuration.widgets));
    expect(ofType(lines, "problem")).toEqual([]);
    expect(lines.at(-1)).toEqual({ type: "end" });
    const [chart] = ofType(lines, "series").filter(({ query }) => query === "chart.lines");
    expect(chart).toMatchObject({ form: "POINTS", key: "temperature" });
    const plan = ofType(lines, "latest").find(({ query }) => query.startsWith("plan."));
    expect(plan).toMatchObject({ query: `plan.latest-${plan?.deviceId}`, values: { temperature: { value: 47 } } });
    expect(ofType(lines, "alarms").flatMap(({ alarms }) => alarms.map(({ type }) => type))).toContain("Too hot");
    expect(ofType(lines, "files")).toMatchObject([{ files: [{ name: "run.txt" }] }]);
    const listed = (await home.admin.get(pathOf())).json<ShareRecord[]>().find((one) => one.id.id === id.id);
    expect(listed).toMatchObject({ name: "Customer", createdBy: "admin", works: true, hasPassword: false });
    expect(listed?.lastUsedTime).toBeGreaterThanOrEqual(now);
    expect(JSON.stringify(listed)).not.toContain("hgs_");
  });

  test("tells no id, name, key, person or setting beyond what is shown", async () => {
    const { token, id } = await shared();
    const by = stranger(token);

    const told = (await by.get("/api/shared/dashboard")).text + (await dataOf(by)).text;

    const ids = [pump.id.id, hidden.id.id, pump.deviceProfileId.id, home.id, north, dashboard.id.id, alarmId, id.id];
    const widgets = JSON.stringify(dashboard.configuration.widgets["elsewhere"]);
    const other = /"dashboardId":"([^"]+)"/.exec(widgets)?.[1] ?? "";
    for (const secret of [...ids, other, "Vault", 'Pump"', "Safe", "secret", "admin", "North"])
      expect(told, secret).not.toContain(secret);
  });

  test("stays with what its maker saved: what others save is shown when its maker says so", async () => {
    const own = await saved(configuration());
    const { token, id } = await shared({}, own);
    const colleague = await person("TENANT_ADMIN");
    const by = stranger(token);
    const save = (client: RestClient, version: number, text: string) =>
      client.post("/api/dashboard", { id: own.id, version, title: text, configuration: configuration() });
    const titleShown = async () => (await by.get("/api/shared/dashboard")).json<SharedDashboard>().title;

    expectOk(await save(home.admin, 1, "by the maker"));
    expect(await titleShown()).toBe("by the maker");
    expectOk(await save(colleague.client, 2, "by a colleague"));
    expect(await titleShown()).toBe("by the maker");
    const path = `/api/dashboard/${own.id.id}/share/${id.id}`;
    expect((await colleague.client.put(path, { version: 3 })).json()).toMatchObject({ status: 403 });
    expectOk(await home.admin.put(path, { version: 3 }));
    expect(await titleShown()).toBe("by a colleague");
  });

  test("keeps what it fixes: a version without that variable is not shown by itself, nor by its maker's word", async () => {
    const renamed = (name: string) => {
      const content = configuration();
      const value = {
        kind: "VALUE",
        version: 1,
        options: { devices: { kind: "VARIABLE", name }, channel: { key: "temperature" } },
      };
      const variables = [{ kind: "DEVICE" as const, name }, ...content.variables.slice(1)];
      return { ...content, variables, widgets: { ...content.widgets, value } };
    };
    const own = await saved(renamed("customer"));
    const { token, id } = await shared({ variables: { customer: { kind: "DEVICES", devices: onlyPump() } } }, own);
    const by = stranger(token);
    const body = { id: own.id, version: 1, title: "Renamed", configuration: renamed("client") };

    expectOk(await home.admin.post("/api/dashboard", body));

    expect((await by.get("/api/shared/dashboard")).json<SharedDashboard>()).toMatchObject({ version: 1 });
    expect((await dataOf(by)).text).not.toContain("Vault");
    const path = `/api/dashboard/${own.id.id}/share/${id.id}`;
    expect((await home.admin.put(path, { version: 2 })).text).toContain("customer");
    expect((await dataOf(by)).text).not.toContain("Vault");
  });

  test("is made by a person who may, within limits, and everything about it is on record", async () => {
    const own = await saved(configuration());
    const operator = await person("OPERATOR");
    expect((await operator.client.post(pathOf(own.id.id), { name: "x", version: 1 })).status).toBe(403);
    const key = await home.admin.post("/api/apiKeys", {
      ...{ name: "script", permissions: ["VIEW_DEVICES", "VIEW_DASHBOARDS", "SHARE_DASHBOARDS"] },
    });
    const script = new RestClient(app.node.httpPort, {
      "x-authorization": `ApiKey ${key.json<{ key: string }>().key}`,
    });
    expect((await script.post(pathOf(own.id.id), { name: "x", version: 1 })).status).toBe(403);
    const refused = async (over: object) =>
      (await home.admin.post(pathOf(own.id.id), { name: "x", version: 1, ...over })).status;
    expect(await refused({ version: 9 })).toBe(404);
    expect(await refused({ expiresTime: 1 })).toBe(400);
    expect(await refused({ password: "short" })).toBe(400);
    expect(await refused({ variables: { channel: { kind: "FREE" } } })).toBe(400); // any key at all
    expect(await refused({ variables: { unknown: { kind: "FREE" } } })).toBe(400);
    expect(await refused({ time: { kind: "FIXED", from: "now", to: "now-1h" } })).toBe(400);
    expect(await refused({ embedOrigins: ["https://x.example;script-src *"] })).toBe(400);
    const { id } = await shared({}, own);
    expectOk(await home.admin.delete(`/api/dashboard/${own.id.id}/share/${id.id}`));
    for (let made = 0; made < 20; made++) await shared({}, own);
    expect(await refused({})).toBe(409);

    const entries = await home.admin.calls.audit.byEntity({
      entityType: "DASHBOARD",
      entityId: own.id.id,
      page: 0,
      limit: 100,
    });
    const actions = entries.data.map(({ actionType }) => actionType);
    expect(actions).toEqual(expect.arrayContaining(["SHARED", "SHARE_REVOKED"]));
    expect(JSON.stringify(entries)).not.toContain("hgs_");
  });
});

describe("[DSH6] with a link and nothing else", () => {
  test("no other route of the API opens, whatever the token is called", async () => {
    const { token } = await shared();
    const schemes = ["Share", "Bearer", "ApiKey"];
    const withScheme = schemes.map((scheme) => {
      const headers = { "x-authorization": `${scheme} ${token}`, authorization: `${scheme} ${token}` };
      return new RestClient(app.node.httpPort, headers, `127.0.0.${addresses++}`);
    });
    const ids: Record<string, string> = {
      ...{ deviceId: pump.id.id, dashboardId: dashboard.id.id, tenantId: home.id, projectId: north, alarmId },
      ...{ entityType: "DEVICE", entityId: pump.id.id, token, downloadToken: token, scope: "SHARED_SCOPE" },
    };
    const opened: string[] = [];

    const closed = app.node.routes.filter(({ access }) => access.kind !== "public" && access.kind !== "share");
    expect(closed.length).toBeGreaterThan(150);
    const walked = closed.filter((route) => isLongRun() || route.method !== "HEAD");
    for (const [at, { method, url, access }] of walked.entries()) {
      const refusals = access.kind === "login-step" ? [400, 401] : [401, 404, 429]; // a step reads its body first
      const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID()).replace("*", "x");
      const options = method === "GET" || method === "HEAD" ? {} : { body: {} };
      // As a link everywhere; under the other two names at every other route each, at all of them in the long run.
      for (const client of withScheme.filter((_, name) => isLongRun() || name === 0 || name === 1 + (at % 2))) {
        const { status } = await client.send(method, path, options);
        if (!refusals.includes(status)) opened.push(`${method} ${url} ${status}`);
      }
    }

    expect(opened).toEqual([]);
    const own = app.node.routes.filter(({ access, method }) => access.kind === "share" && method !== "HEAD");
    expect(own.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "GET /api/shared/dashboard",
      "GET /api/shared/map",
      "GET /api/shared/map/:version",
      "POST /api/shared/data",
      "POST /api/shared/unlock",
    ]);
  });

  test("nothing can be asked that the dashboard does not ask", async () => {
    const { token } = await shared({ variables: { pump: { kind: "FREE" } } });
    const by = stranger(token);
    const status = async (over: object) => (await dataOf(by, over)).status;
    const device = { kind: "DEVICES", deviceIds: [hidden.id.id] };

    expect(await status({ queries: { q: { kind: "LATEST", devices: device } } })).toBe(400);
    expect(await status({ variables: { pump: device } })).toBe(400);
    expect(await status({ keys: ["secretPressure"], form: "SUM" })).toBe(400);
    expect(await status({ dashboardId: randomUUID() })).toBe(400);
    expect(await status({ page: "another" })).toBe(404);
    expect(await status({ choices: { channel: "secretPressure" } })).toBe(400);
    for (const id of [hidden.id.id, pump.id.id, randomUUID(), "*"])
      expect(await status({ choices: { pump: id } }), id).toBe(400);
    const { choices } = (await by.get("/api/shared/dashboard")).json<SharedDashboard>();
    expect(choices).toEqual({ pump: [{ id: expect.any(String), name: "P-01" }] });
    const lines = linesOf(expectOk(await dataOf(by, { choices: { pump: choices["pump"]?.[0]?.id } })));
    const value = ofType(lines, "latest").find(({ query }) => query === "value.latest");
    expect(value?.values).toMatchObject({ temperature: { value: 47 } });
    expect((await dataOf(stranger((await shared()).token), { choices: { pump: "x" } })).status).toBe(400);
  });

  test("no time can be seen that the link does not show", async () => {
    const wanted = { startTs: 0, endTs: now + hour };
    const shownWith = async (over: Partial<ShareRequest>, asked: object) => {
      const lines = linesOf(expectOk(await dataOf(stranger((await shared(over)).token), asked)));
      const [range] = ofType(lines, "range");
      return { range, times: timesIn(lines) };
    };

    const own = await shownWith({}, wanted);
    expect(own.range?.startTs).toBeGreaterThanOrEqual(now - 6 * hour);
    expect(Math.min(...own.times)).toBeGreaterThanOrEqual(now - 6 * hour);
    const from = String(begin + 10 * hour);
    const to = String(begin + 12 * hour);
    const fixed = await shownWith({ time: { kind: "FIXED", from, to } }, wanted);
    expect(fixed.range).toMatchObject({ startTs: Number(from), endTs: Number(to) });
    expect(fixed.times.filter((ts) => ts < Number(from) || ts >= Number(to))).toEqual([]);
    const limited = { time: { kind: "LIMITED", longestMs: 5 * hour, notBefore: begin + 20 * hour } } as const;
    expect((await shownWith(limited, wanted)).range?.startTs).toBe(now - 4 * hour);
    const early = await shownWith(limited, { startTs: begin, endTs: begin + 22 * hour });
    expect(early.range).toMatchObject({ startTs: begin + 20 * hour, endTs: begin + 22 * hour });
    expect(Math.min(...early.times)).toBeGreaterThanOrEqual(begin + 20 * hour);
    const before = stranger((await shared(limited)).token);
    expect((await dataOf(before, { startTs: begin, endTs: begin + 19 * hour })).status).toBe(400);
  });

  test("newest values, alarms and live are of the link's time, too, and its days begin where its maker's do", async () => {
    const channels = [{ key: "temperature" }];
    const shift = {
      ...configuration().widgets["chart"],
      options: { devices: onlyPump(), channels, shiftMs: 24 * hour },
    };
    const states = {
      kind: "STATE_TIMELINE",
      version: 1,
      options: { devices: onlyPump(), channels: [{ key: "state" }] },
    };
    const content = configuration();
    const widgets = { ...content.widgets, shift: shift as never, states };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: 0, y: at * 4, w: 24, h: 4 }));
    const of = await saved({ ...content, widgets, pages: [{ id: "overview", title: "O", layout }] });
    const shows = async (time: ShareRequest["time"], asked: object = {}) => {
      const { token } = await shared({ time: time as never }, of);
      return { token, lines: linesOf(expectOk(await dataOf(stranger(token), asked))) };
    };
    const [from, to] = [begin + 10 * hour, begin + 12 * hour];

    const over = await shows({ kind: "FIXED", from: String(from), to: String(to) });
    const newest = ofType(over.lines, "latest").flatMap(({ values }) => Object.values(values).map(({ ts }) => ts));
    expect(newest.length).toBeGreaterThan(0);
    expect(new Set(newest)).toEqual(new Set([to - hour]));
    expect(ofType(over.lines, "alarms").flatMap(({ alarms }) => alarms)).toEqual([]);
    await using live = await LiveClient.openLink(app.node.httpPort, over.token);
    live.send({ type: "watchShared", id: 1, page: "overview" });
    expect(await live.next()).toEqual({ type: "state", id: 1, devices: {} });

    const notBefore = begin + 30 * hour;
    const limited = await shows({ kind: "LIMITED", longestMs: 72 * hour, notBefore }, { startTs: 0, endTs: now });
    expect(Math.min(...timesIn(limited.lines))).toBeGreaterThanOrEqual(notBefore);
    const young = await shows(
      { kind: "LIMITED", longestMs: 72 * hour, notBefore: Date.now() - 1 },
      { endTs: now + hour },
    );
    expect(ofType(young.lines, "latest").flatMap(({ values }) => Object.keys(values))).toEqual([]);

    const today = async (timeZone: string) =>
      ofType((await shows({ kind: "FIXED", from: "now/d", to: "now+1d/d" }, { timeZone })).lines, "range")[0]?.startTs;
    expect(await today("Pacific/Kiritimati")).toBe(await today("America/Los_Angeles"));
  });

  test("its page is in nobody's frame but of the origins it names, and in no search", async () => {
    const framed = await shared({ embedOrigins: ["https://portal.example.com", "http://wiki.example.com:8080"] });
    const plain = await shared();
    const headersOf = async (id: string) => {
      const { headers } = await app.rest.get(`/s/${id}`, { headers: { accept: "text/html" } });
      const framing = /frame-ancestors ([^;]+)/.exec(String(headers["content-security-policy"]))?.[1];
      return [framing, headers["x-frame-options"], headers["x-robots-tag"], headers["referrer-policy"]];
    };
    const closed = ["'none'", "DENY", "noindex, nofollow", "no-referrer"];

    expect(await headersOf(plain.id.id)).toEqual(closed);
    expect(await headersOf(randomUUID())).toEqual(closed);
    expect(await headersOf(framed.id.id)).toEqual([
      ...["https://portal.example.com http://wiki.example.com:8080", undefined, "noindex, nofollow", "no-referrer"],
    ]);
  });

  test("the live view of users stays shut", async () => {
    const { token } = await shared();
    for (const frame of [
      { type: "auth", token },
      { type: "auth", share: token },
      { type: "subscribe", id: 1 },
    ]) {
      const client = new LiveClient(app.node.httpPort);
      await client.connected();
      client.send(frame);
      expect(await client.closed).toBe(4401);
    }
  });

  test("values come as they are measured, of the dashboard's devices and keys and of nothing else", async () => {
    const { token } = await shared({ variables: { pump: { kind: "FREE" } } });
    const { choices } = (await stranger(token).get("/api/shared/dashboard")).json<SharedDashboard>();
    const alias = choices["pump"]?.[0]?.id ?? "";
    await using live = await LiveClient.openLink(app.node.httpPort, token);

    live.send({ type: "watchShared", id: 1, page: "overview" });
    const state = await live.next();
    expect(state).toMatchObject({
      type: "state",
      id: 1,
      devices: { [alias]: { temperature: { ts: expect.any(Number) } } },
    });
    expect(Object.keys(state.devices ?? {})).toEqual([alias]);
    expect(Object.keys(state.devices?.[alias] ?? {})).toEqual(["temperature"]);
    await measured(hidden, { temperature: 666.25 }); // a number that no time holds
    await measured(pump, { secretPressure: 666.25, state: "secretState" });
    await measured(pump, { temperature: 50 });
    expect(await live.next()).toMatchObject({ type: "change", devices: { [alias]: { temperature: { value: 50 } } } });

    const device = { kind: "DEVICES", deviceIds: [hidden.id.id] };
    const bearer = (await app.tokens("admin")).token;
    for (const frame of [
      { type: "subscribe", id: 2, deviceId: hidden.id.id, telemetry: true },
      { type: "subscribe", id: 2, deviceId: pump.id.id, telemetry: ["temperature"] },
      { type: "subscribe", id: 2, deviceId: alias, telemetry: true },
      { type: "watchPage", id: 2, watch: [{ devices: device, keys: ["temperature"] }] },
      { type: "watchAlarms", id: 2 },
      { type: "watchInbox", id: 2 },
      { type: "auth", token: bearer },
      { type: "authShare", token },
    ]) {
      live.send(frame);
      expect(await live.next(), frame.type).toMatchObject({ type: "error", code: "LIVE_FRAME_REFUSED" });
    }
    for (const over of [
      { page: "another" },
      { choices: { channel: "secretPressure" } },
      { choices: { pump: hidden.id.id } },
      { choices: { pump: pump.id.id } },
    ]) {
      live.send({ type: "watchShared", id: 2, page: "overview", ...over });
      expect(await live.next(), JSON.stringify(over)).toMatchObject({ type: "ended", id: 2 });
    }
    live.send({ type: "watchShared", id: 2, page: "overview", watch: [{ devices: device, keys: ["secretPressure"] }] });
    expect((await live.next()).devices).toEqual({ [alias]: { temperature: { ts: expect.any(Number), value: 50 } } });
    live.send({ type: "watchShared", id: 3, page: "overview" });
    expect(await live.next()).toMatchObject({ type: "error", id: 3, code: "LIVE_TOO_MANY_SUBSCRIPTIONS" });
    for (const secret of ["666.25", "secret", pump.id.id, hidden.id.id, "P-01"])
      expect(live.texts.join(), secret).not.toContain(secret);
  });

  test("what it has under way ends with it: revoked, over, in the trash, or its maker gone", async () => {
    const maker = await person("TENANT_ADMIN");
    const ends = async (kill: (share: NewShareRecord, of: DashboardRecord) => Promise<unknown>, over: object = {}) => {
      const of = await saved(configuration());
      const share = await shared(over, of, maker.client);
      const live = await LiveClient.openLink(app.node.httpPort, share.token);
      live.send({ type: "watchShared", id: 1, page: "overview" });
      await live.next();
      await kill(share, of);
      const after = `after ${randomUUID()}`;
      await measured(pump, { temperature: after });
      expect(await live.closed).toBe(4401);
      expect(live.texts.join()).not.toContain(after);
    };

    await ends((share, of) => home.admin.delete(`/api/dashboard/${of.id.id}/share/${share.id.id}`));
    await ends((_, of) => home.admin.delete(`/api/dashboard/${of.id.id}`));
    const end = Date.now() + 3_000; // from here on: what came before takes as long as it takes
    await ends(() => expect.poll(() => Date.now() > end, { timeout: 10_000 }).toBe(true), { expiresTime: end });
    const saves = (by: RestClient, { id }: DashboardRecord, over: object) =>
      by.post("/api/dashboard", { id, version: 1, title: randomUUID(), ...over });
    await ends((_, of) => saves(maker.client, of, { configuration: configuration() }));
    const elsewhere = (await home.admin.post("/api/project", { name: randomUUID() })).json<DashboardRecord>().id;
    const grants = [{ role: "TENANT_ADMIN", projectId: { id: north } }];
    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${maker.id}`, { grants }));
    await ends((_, of) => saves(home.admin, of, { projectId: elsewhere }));
    await ends(() => home.admin.delete(`/api/tenants/${home.id}/users/${maker.id}`));
  });

  test("what another process takes from its maker is not told any more, either", async () => {
    const { token } = await shared({}, await saved(configuration()));
    await using live = await LiveClient.openLink(app.node.httpPort, token);
    live.send({ type: "watchShared", id: 1, page: "overview" });
    const [alias = ""] = Object.keys((await live.next()).devices ?? {});
    const before = roles.TENANT_ADMIN;
    using _back = { [Symbol.dispose]: () => void Object.assign(roles, { TENANT_ADMIN: before }) };

    Object.assign(roles, { TENANT_ADMIN: before.filter((one) => one !== "VIEW_TELEMETRY") }); // and nobody says so

    expect(await live.next()).toMatchObject({ type: "change", devices: { [alias]: null } });
  });

  test("the live view wants the password, too, and another link's is none", async () => {
    const password = "open up the pump house";
    const [locked, other] = [await shared({ password }), await shared({ password })];
    const unlocked = await stranger(other.token).post("/api/shared/unlock", { password });
    const { pass } = expectOk(unlocked).json<{ pass: string }>();

    for (const frame of [{}, { pass: "x" }, { pass }, { token: `hgs_${"b".repeat(43)}` }]) {
      const client = new LiveClient(app.node.httpPort);
      await client.connected();
      client.send({ type: "authShare", token: locked.token, ...frame });
      expect(await client.closed).toBe(4401);
    }
    await using live = await LiveClient.openLink(app.node.httpPort, other.token, pass);
    live.send({ type: "ping" });
    expect(await live.next()).toEqual({ type: "pong" });
  });

  test("a device out of its maker's reach is not shown, and is not told from one that is gone", async () => {
    const elsewhere = (await home.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id
      .id;
    const far = await app.device(home, { name: "Far", projectId: { id: elsewhere } });
    const about = (id: string) => ({
      ...{ kind: "VALUE", version: 1 },
      options: { devices: { kind: "DEVICES", deviceIds: [id] }, channel: { key: "temperature" } },
    });
    const content = configuration();
    const widgets = { chart: about(pump.id.id), far: about(far.id.id), gone: about(randomUUID()) };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: 0, y: at * 4, w: 24, h: 4 }));
    const maker = await person("TENANT_ADMIN", north);
    const grants = [
      { role: "TENANT_ADMIN", projectId: { id: north } },
      { role: "VIEWER", projectId: { id: elsewhere } }, // seen, and not theirs to give away
    ];
    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${maker.id}`, { grants }));
    const made = await saved(
      { ...content, variables: [], widgets, pages: [{ id: "overview", title: "O", layout }] },
      maker.client,
    );
    const { token } = await shared({}, made, maker.client);

    const lines = linesOf(expectOk(await dataOf(stranger(token))));

    const problems = ofType(lines, "problem").map(({ query, ...said }) => said);
    expect(problems).toHaveLength(4);
    expect(new Set(problems.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(ofType(lines, "latest").map(({ query }) => query)).toEqual(["chart.latest"]);
  });

  test("data of a project in which its maker may look and not share is not shown, neither at once nor live", async () => {
    const elsewhere = (await home.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id;
    const far = await app.device(home, { name: "Abroad", projectId: elsewhere });
    await measured(far, { temperature: "farValue" });
    const maker = await person("TENANT_ADMIN", north);
    const grants = [
      { role: "TENANT_ADMIN", projectId: { id: north } },
      { role: "OPERATOR", projectId: elsewhere },
    ];
    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${maker.id}`, { grants }));
    expectOk(await maker.client.get(`/api/device/${far.id.id}`));
    const content = configuration();
    const value = {
      ...content.widgets["value"],
      options: { devices: { kind: "VARIABLE", name: "any" }, channel: { key: "temperature" } },
    };
    const variables = [{ kind: "DEVICE" as const, name: "any" }, ...content.variables];
    const made = await saved(
      { ...content, variables, widgets: { ...content.widgets, value: { kind: "VALUE", version: 1, ...value } } },
      maker.client,
    );
    const { token } = await shared({ variables: { any: { kind: "FREE" } } }, made, maker.client);
    const by = stranger(token);

    const { choices } = expectOk(await by.get("/api/shared/dashboard")).json<SharedDashboard>();
    const told = expectOk(await dataOf(by)).text;
    await using live = await LiveClient.openLink(app.node.httpPort, token);
    live.send({ type: "watchShared", id: 1, page: "overview" });
    const { devices = {} } = await live.next();

    expect(choices["any"]?.map(({ name }) => name)).toEqual(expect.arrayContaining(["P-01", "Vault"]));
    expect(JSON.stringify(choices)).not.toContain("Abroad");
    expect(told).toContain("Vault");
    expect(told).not.toMatch(/Abroad|farValue/);
    expect(Object.keys(devices)).toHaveLength(choices["any"]?.length ?? 0);
  });

  test("one that does not work is answered like one that never was, from the moment on", async () => {
    const maker = await person("TENANT_ADMIN", north);
    const dies = async (
      kill: (share: NewShareRecord, of: DashboardRecord) => Promise<unknown>,
      over: Partial<ShareRequest> = {},
    ) => {
      const of = await saved(configuration());
      const by = over.name === "maker" ? maker.client : home.admin;
      const share = await shared(over, of, by);
      const client = stranger(share.token);
      expectOk(await client.get("/api/shared/dashboard"));
      await kill(share, of);
      return [
        await client.get("/api/shared/dashboard"),
        await dataOf(client),
        await client.post("/api/shared/unlock", { password: "x" }),
      ];
    };
    const end = Date.now() + 5_000; // a busy machine takes its time to save what ends then
    const dead = await Promise.all([
      dies((share, of) => home.admin.delete(`/api/dashboard/${of.id.id}/share/${share.id.id}`)),
      dies((_, of) => home.admin.delete(`/api/dashboard/${of.id.id}`)),
      dies(() => expect.poll(() => Date.now() > end, { timeout: 10_000 }).toBe(true), { expiresTime: end }),
      dies(
        () =>
          home.admin.put(`/api/tenants/${home.id}/users/${maker.id}`, {
            grants: [{ role: "OPERATOR", projectId: { id: north } }],
          }),
        { name: "maker" },
      ),
    ]);
    const never = stranger(`hgs_${"a".repeat(43)}`);
    const wrong = [
      await never.get("/api/shared/dashboard"),
      await dataOf(never),
      await stranger("").get("/api/shared/dashboard"),
    ];
    const nothing = await app.rest.get("/api/shared/dashboard");

    const shapes = [...dead.flat(), ...wrong, nothing].map(({ status, text, headers }) => {
      const { timestamp: _, ...body } = JSON.parse(text) as Record<string, unknown>;
      return JSON.stringify([status, body, headers["x-refusal"], Object.keys(headers).sort()]);
    });
    expect(new Set(shapes).size).toBe(1);
    expect(JSON.parse(shapes[0] ?? "")).toMatchObject([404, {}, "SHARE_GONE", expect.anything()]);
  });

  test("it stops with its maker", async () => {
    const maker = await person("TENANT_ADMIN");
    const { token } = await shared({}, dashboard, maker.client);
    const by = stranger(token);
    expectOk(await by.get("/api/shared/dashboard"));

    expectOk(await home.admin.delete(`/api/tenants/${home.id}/users/${maker.id}`));

    expect((await by.get("/api/shared/dashboard")).status).toBe(404);
  });

  test("passwords are asked for, and guesses held back while a right one is not", async () => {
    const password = "open up the pump house";
    const { token } = await shared({ password });
    const guesser = stranger(token);
    const unlock = (by: RestClient, tried: string) => by.post("/api/shared/unlock", { password: tried });

    for (const answer of [await guesser.get("/api/shared/dashboard"), await dataOf(guesser)])
      expect([answer.status, answer.headers["x-refusal"]]).toEqual([401, "SHARE_PASSWORD_NEEDED"]);
    const guesses: number[] = [];
    for (let tried = 0; tried < 25; tried++) guesses.push((await unlock(guesser, `guess ${tried}`)).status);
    expect([guesses[0], guesses.at(-1)]).toEqual([401, 429]);
    const { pass } = expectOk(await unlock(stranger(token), password)).json<{ pass: string }>();
    expectOk(await dataOf(stranger(token, pass)));
    for (const other of [`${pass}x`, "", pass.replace(/^./, (one) => (one === "A" ? "B" : "A"))])
      expect((await dataOf(stranger(token, other))).status).toBe(401);
    const second = await shared({ password });
    expect((await dataOf(stranger(second.token, pass))).status).toBe(401);
  });

  test("[DSH3] the node's map is seen where the dashboard shows one, in parts, and with nothing else", async () => {
    const file = pmtilesOf([{ z: 0, x: 0, y: 0, bytes: vectorTile({ earth: [0, 0, 1] }) }]);
    const folder = join(app.config.dataDir, "maps");
    await mkdir(folder);
    await writeFile(join(folder, "world.pmtiles"), file);
    const widgets = { map: { kind: "MAP", version: 1, options: { devices: onlyPump() } } };
    const pages = [{ id: "overview", title: "Overview", layout: [{ widget: "map", x: 0, y: 0, w: 24, h: 8 }] }];
    const withMap = await saved({ ...emptyConfiguration(), widgets, pages });
    const password = "open up the pump house";
    const { id, token } = await shared({ password }, withMap);
    const { pass } = (await stranger(token).post("/api/shared/unlock", { password })).json<{ pass: string }>();
    const without = await shared({}, await saved(configuration()));
    const [by, locked, elsewhere] = [stranger(token, pass), stranger(token), stranger(without.token)];
    const part = { headers: { range: "bytes=0-6" } };

    const { version } = await vi.waitFor(async () => {
      const info = expectOk(await home.admin.get("/api/map")).json<MapInfo>();
      expect(info.file).toMatchObject({ name: "world.pmtiles", size: file.length });
      return info.file as MapFile;
    }, 10_000);
    const path = `/api/shared/map/${version}`;
    expect((await by.get("/api/shared/map")).json<MapInfo>().file).toMatchObject({ version });
    expect(await by.send("GET", path, part)).toMatchObject({ status: 206, text: "PMTiles" });
    expect(await home.admin.send("GET", `/api/map/${version}`, part)).toMatchObject({ status: 206, text: "PMTiles" });
    expect((await by.get(path)).status).toBe(400); // all at once is none of its parts
    expect((await by.send("GET", path, { headers: { range: `bytes=${file.length}-` } })).status).toBe(416);
    expect((await by.send("GET", "/api/shared/map/older", part)).status).toBe(404);
    expect((await app.rest.send("GET", `/api/map/${version}`, part)).status).toBe(401);
    expect((await locked.send("GET", path, part)).status).toBe(401);
    expect((await elsewhere.get("/api/shared/map")).json()).toEqual({ file: null });
    expect((await elsewhere.send("GET", path, part)).status).toBe(404);
    expectOk(await home.admin.delete(`/api/dashboard/${withMap.id.id}/share/${id.id}`));
    expect((await by.send("GET", path, part)).status).toBe(404);
  });

  test("so many requests a minute, and then it has to wait", async () => {
    const by = stranger((await shared()).token);
    const statuses = await Promise.all(
      Array.from({ length: 130 }, async () => (await by.get("/api/shared/dashboard")).status),
    );

    expect(new Set(statuses)).toEqual(new Set([200, 429])); // within two minutes at most 120
    const another = stranger((await shared()).token);
    const data: number[] = [];
    for (let asked = 0; asked < 31; asked++) data.push((await dataOf(another)).status);
    expect(new Set(data)).toEqual(new Set([200])); // each counts once
  });
});
