import { randomUUID } from "node:crypto";
import type {
  AlarmCommentRecord,
  AlarmInfoRecord,
  AlarmRecord,
  AlarmsOutcome,
  AuditRecord,
  DeviceRecord,
  MaintenanceWindowRecord,
  ProjectRecord,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await startApp({ HELIO_ALARM_DETAILS_BYTES: "256" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const save = (device: DeviceRecord, fields: object = {}, by: RestClient = home.admin) =>
  by.post("/api/alarm", { originator: device.id, type: "Too hot", severity: "MAJOR", ...fields });

async function raised(fields: object = {}, device?: DeviceRecord): Promise<AlarmRecord> {
  return expectOk(await save(device ?? (await app.device(home)), fields)).json<AlarmRecord>();
}

const infos = async (path: string, by: RestClient = home.admin): Promise<AlarmInfoRecord[]> =>
  expectOk(await by.get(path)).json<{ data: AlarmInfoRecord[] }>().data;

async function somebody(authority: "OPERATOR" | "VIEWER", projectId?: string) {
  const username = `user-${randomUUID()}`;
  const grants = [{ role: authority, projectId: projectId ? { id: projectId } : null }];
  const made = await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants });
  return { username, id: expectOk(made).json<{ id: { id: string } }>().id.id, client: await app.login(username) };
}

const project = async (): Promise<string> =>
  (await home.admin.post("/api/project", { name: randomUUID() })).json<ProjectRecord>().id.id;

describe("[ALM2] an alarm over REST", () => {
  test("is raised, found, acknowledged, cleared and deleted in the family's form, and each change is on record", async () => {
    const device = await app.device(home, { label: "Boiler" });
    const alarm = await raised({ details: { temperature: 90.4 }, startTs: 0, acknowledged: false }, device);
    const path = `/api/alarm/${alarm.id.id}`;

    expect(alarm).toMatchObject({
      id: { entityType: "ALARM" },
      ...{ originator: device.id, name: "Too hot", status: "ACTIVE_UNACK", ackTs: 0, clearTs: 0, assigneeId: null },
      details: { temperature: 90.4 },
    });
    expect((await home.admin.get(path)).json()).toEqual(alarm);
    const acknowledged = (await home.admin.post(`${path}/ack`)).json<AlarmInfoRecord>();
    expect(acknowledged).toMatchObject({
      status: "ACTIVE_ACK",
      originatorName: device.name,
      originatorLabel: "Boiler",
    });
    expect((await home.admin.post(`${path}/ack`)).json<AlarmInfoRecord>().ackTs).toBe(acknowledged.ackTs);
    expect((await home.admin.post(`${path}/clear`)).json()).toMatchObject({ status: "CLEARED_ACK", cleared: true });
    expect((await home.admin.get(`/api/alarm/info/${alarm.id.id}`)).json()).toMatchObject({ shelved: null });
    expect((await home.admin.delete(path)).text).toBe("true");
    expect((await home.admin.get(path)).json()).toMatchObject({ status: 404, errorCode: 32 });

    const log = await home.admin.get(`/api/audit/logs/entity/ALARM/${alarm.id.id}?sortOrder=ASC`);
    const entries = log.json<{ data: AuditRecord[] }>().data;
    expect(entries.map(({ actionType }) => actionType)).toEqual(["ADDED", "ALARM_ACK", "ALARM_CLEAR", "DELETED"]);
  });

  test("[ALM4] is found by the time it was active in, whenever it was created", async () => {
    const device = await app.device(home);
    await raised({ type: "Over", startTs: 1_000, endTs: 2_000, cleared: true }, device);
    await raised({ type: "Still", startTs: 5_000, endTs: 5_000 }, device);
    const active = async (wish: string) =>
      (await infos(`/api/v2/alarm/DEVICE/${device.id.id}?sortProperty=startTs&sortOrder=ASC${wish}`)).map(
        ({ type }) => type,
      );

    expect(await active("&activeFrom=2500&activeTo=5000")).toEqual(["Over"]);
    expect(await active("&activeFrom=2500&activeTo=5001")).toEqual(["Over", "Still"]);
    expect(await active(`&activeFrom=${Date.now() + 60_000}`)).toEqual(["Still"]);
    expect(await active("&activeTo=1000")).toEqual([]);
    expect(await active("&activeFrom=0")).toEqual(["Over", "Still"]);
    expect(await active(`&activeFrom=5001&startTime=${Date.now() + 60_000}`)).toEqual([]);
  });

  test("is one per device and type until it is cleared, and says so when it is changed by its id", async () => {
    const device = await app.device(home);
    const [first, second] = [await raised({}, device), await raised({ severity: "CRITICAL" }, device)];
    const byId = { id: first.id, severity: "MINOR", endTs: 1, details: { a: 1 } };

    expect(second).toMatchObject({ id: first.id, severity: "CRITICAL" });
    expect((await save(device, byId)).json()).toMatchObject({
      severity: "MINOR",
      endTs: second.endTs,
      details: { a: 1 },
    });
    expect((await save(device, { ...byId, type: "Too cold" })).json()).toMatchObject({ status: 400 });
    expect((await save(device, { id: { id: randomUUID() } })).json()).toMatchObject({ status: 404 });
    expect((await save(device, { cleared: true })).json()).toMatchObject({ status: "CLEARED_UNACK" });
    expect((await save(device)).json<AlarmRecord>().id).not.toEqual(first.id);
  });

  test("with a mistake in it is refused and changes nothing", async () => {
    const device = await app.device(home);

    expect((await save(device, { severity: "BAD" })).json()).toMatchObject({ status: 400 });
    expect((await save(device, { type: " " })).json()).toMatchObject({ status: 400 });
    expect((await save(device, { details: "x".repeat(300) })).json()).toMatchObject({ status: 400 });
    expect((await save(device, { assigneeId: { id: randomUUID() } })).json()).toMatchObject({ status: 404 });
    expect((await save({ ...device, id: { entityType: "DEVICE", id: randomUUID() } })).status).toBe(404);
    expect((await home.admin.get("/api/alarms?startTime=2&endTime=1")).json()).toMatchObject({ status: 400 });
    expect((await home.admin.get("/api/v2/alarms?activeFrom=2&activeTo=1")).json()).toMatchObject({ status: 400 });
    expect((await home.admin.get("/api/v2/alarms?severityList=BAD")).json()).toMatchObject({ status: 400 });
    expect((await home.admin.get(`/api/alarm/ASSET/${device.id.id}`)).json()).toMatchObject({ status: 400 });
    expect(await infos(`/api/alarm/DEVICE/${device.id.id}`)).toEqual([]);
  });

  test("is found by state, severity, type, text and project, with lists in either form and in pages", async () => {
    const inside = await project();
    const device = await app.device(home, { projectId: { id: inside } });
    for (const [type, severity] of Object.entries({ Alpha: "CRITICAL", Beta: "MINOR", Gamma: "WARNING" })) {
      await raised({ type, severity }, device);
    }
    const of = `/api/v2/alarm/DEVICE/${device.id.id}`;
    const types = async (path: string) => (await infos(path)).map(({ type }) => type);

    expect(await types(`${of}?severityList=CRITICAL,MINOR&sortProperty=severity&sortOrder=DESC`)).toEqual([
      "Alpha",
      "Beta",
    ]);
    expect(await types(`${of}?severityList=MINOR&severityList=WARNING&sortProperty=type&sortOrder=ASC`)).toEqual([
      ...["Beta", "Gamma"],
    ]);
    expect(await types(`${of}?typeList=Beta,Nothing&statusList=ACTIVE,UNACK`)).toEqual(["Beta"]);
    const unaskable = await home.admin.get("/api/v2/alarms?typeList=Beta,%00");
    expect([unaskable.status, unaskable.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining("must be text without NUL"),
    ]);
    expect(await types(`/api/v2/alarms?projectId=${inside}&textSearch=gam`)).toEqual(["Gamma"]);
    expect(await types(`/api/alarm/DEVICE/${device.id.id}?searchStatus=CLEARED&fetchOriginator=True`)).toEqual([]);
    expect(
      await types(`/api/alarms?projectId=${inside}&status=ACTIVE_UNACK&pageSize=2&page=1&sortProperty=type`),
    ).toEqual(["Alpha"]);
    expect((await types(`/api/alarms?projectId=${inside}&limit=-1`)).sort()).toEqual(["Alpha", "Beta", "Gamma"]);
    const worst = await home.admin.get(`/api/alarm/highestSeverity/DEVICE/${device.id.id}?searchStatus=ACTIVE`);
    expect([worst.json(), worst.headers["content-type"]]).toEqual(["CRITICAL", expect.stringContaining("json")]);
    const none = await home.admin.get(`/api/alarm/highestSeverity/DEVICE/${(await app.device(home)).id.id}`);
    expect(none.json()).toBeNull();
    const known = await home.admin.get("/api/alarm/types?pageSize=100&page=0&textSearch=ALPHA");
    expect(known.json()).toMatchObject({ data: [{ entityType: "ALARM", type: "Alpha" }] });
    expect((await home.admin.get("/api/alarms/counts")).json<{ WARNING: number }>().WARNING).toBeGreaterThan(0);
    const history = await home.admin.get(`/api/alarms/statistics?startTime=0&endTime=${Date.now() + 1}`);
    expect(history.json<{ total: number }>().total).toBeGreaterThan(2);
    const lately = await home.admin.get("/api/alarms/statistics");
    expect(lately.json<{ total: number }>().total).toBeGreaterThan(2);
    const within = (project: string) => home.admin.get(`/api/alarms/counts?projectId=${project}`);
    expect((await within(inside)).json()).toMatchObject({ CRITICAL: 1, MAJOR: 0 });
    expect(await types(`/api/v2/alarms?projectId=none&textSearch=gam`)).toEqual([]);
    const everywhere = (await home.admin.get("/api/alarms/counts")).json<{ CRITICAL: number }>();
    expect((await within("none")).json<{ CRITICAL: number }>().CRITICAL).toBeLessThan(everywhere.CRITICAL);
    const ofNone = await home.admin.get(`/api/alarms/statistics?startTime=0&endTime=${Date.now() + 1}&projectId=none`);
    expect(ofNone.json<{ total: number }>().total).toBeLessThan(history.json<{ total: number }>().total);
  });

  test("of many are acknowledged, cleared, assigned and shelved at once, with an answer for each", async () => {
    const alarms = await Promise.all([raised(), raised()]);
    const alarmIds = [...alarms.map(({ id }) => id.id), randomUUID()];
    const { id } = await somebody("VIEWER");
    const many = async (what: string, extra: object = {}) =>
      expectOk(await home.admin.post(`/api/alarms/${what}`, { alarmIds, ...extra })).json<AlarmsOutcome>();

    expect(await many("ack")).toMatchObject({
      changed: 2,
      results: [{ error: null }, {}, { error: expect.any(String) }],
    });
    expect(await many("assign", { assigneeId: { id } })).toMatchObject({ changed: 2 });
    expect(await many("shelve", { until: Date.now() + 60_000, reason: "known" })).toMatchObject({ changed: 2 });
    expect(await many("clear")).toMatchObject({ changed: 2 });
    expect(await many("clear")).toMatchObject({ changed: 0, results: [{ error: null }, {}, {}] });
    const [first] = alarms;
    expect((await home.admin.get(`/api/alarm/info/${first.id.id}`)).json()).toMatchObject({ assignee: { id: { id } } });
    expect((await home.admin.post("/api/alarms/ack", { alarmIds: [] })).status).toBe(400);
  });

  test("is given only to somebody who can see it, and is nobody's when they are gone", async () => {
    const [inside, elsewhere] = [await project(), await project()];
    const alarm = await raised({}, await app.device(home, { projectId: { id: inside } }));
    const [insider, outsider] = [await somebody("OPERATOR", inside), await somebody("OPERATOR", elsewhere)];
    const path = `/api/alarm/${alarm.id.id}/assign`;

    expect((await home.admin.post(`${path}/${outsider.id}`)).json()).toMatchObject({ status: 404 });
    expect((await home.admin.post(`${path}/${insider.id}`)).json()).toMatchObject({ assigneeId: { id: insider.id } });
    const users = await home.admin.get(`/api/users/assign/${alarm.id.id}?pageSize=100&page=0&textSearch=user-`);
    const ids = users.json<{ data: { id: { id: string } }[] }>().data.map(({ id }) => id.id);
    expect([ids.includes(insider.id), ids.includes(outsider.id)]).toEqual([true, false]);
    expect(await infos(`/api/alarms?assigneeId=${insider.id}`)).toMatchObject([{ id: alarm.id }]);
    expect((await home.admin.delete(path)).json()).toMatchObject({ assigneeId: null, assignTs: 0 });
    await home.admin.post(`${path}/${insider.id}`);
    await home.admin.delete(`/api/tenants/${home.id}/users/${insider.id}`);
    expect((await home.admin.get(`/api/alarm/${alarm.id.id}`)).json()).toMatchObject({ assigneeId: null });
  });
});

describe("[ALM2] comments on an alarm", () => {
  test("are changed and deleted by who wrote them, beside those of the system", async () => {
    const alarm = await raised();
    const path = `/api/alarm/${alarm.id.id}/comment`;
    const other = await somebody("OPERATOR");
    await home.admin.post(`/api/alarm/${alarm.id.id}/ack`);
    const said = (await home.admin.post(path, { comment: { text: "seen" } })).json<AlarmCommentRecord>();
    const edit = { id: said.id, comment: { text: "seen, and known" } };

    expect((await other.client.post(path, edit)).json()).toMatchObject({ status: 403 });
    expect((await other.client.delete(`${path}/${said.id.id}`)).json()).toMatchObject({ status: 403 });
    expect((await home.admin.post(path, edit)).json()).toMatchObject({
      comment: { text: "seen, and known", edited: "true" },
    });
    const listed = (await home.admin.get(`${path}?pageSize=10&page=0`)).json<{ data: AlarmCommentRecord[] }>().data;
    expect(listed).toMatchObject([
      { type: "OTHER", email: "admin", name: "seen, and known" },
      { type: "SYSTEM", comment: { subtype: "ACK", userName: "admin" } },
    ]);
    expect((await home.admin.delete(`${path}/${said.id.id}`)).status).toBe(200);
    const after = (await home.admin.get(path)).json<{ data: AlarmCommentRecord[] }>().data;
    expect(after[0]).toMatchObject({ type: "SYSTEM", comment: { subtype: "COMMENT_DELETED" } });
    expect((await home.admin.post(path, { comment: { text: "" } })).status).toBe(400);
  });
});

describe("[ALM3] silence", () => {
  test("is shelving with a reason and an end, until somebody ends it", async () => {
    const alarm = await raised();
    const path = `/api/alarm/${alarm.id.id}/shelve`;
    const until = Date.now() + 60_000;

    expect((await home.admin.post(path, { until: 1, reason: "late" })).json()).toMatchObject({ status: 400 });
    expect((await home.admin.post(path, { until, reason: "known" })).json()).toMatchObject({
      shelved: { until, reason: "known", by: "admin" },
    });
    expect((await home.admin.delete(path)).json()).toMatchObject({ shelved: null });
  });

  test("is a maintenance window, shown at the alarms it is for", async () => {
    const device = await app.device(home);
    const alarm = await raised({}, device);
    const body = { name: "Overhaul", startTs: 1, endTs: Date.now() + 60_000, deviceId: device.id };
    const plan = (input: object, by: RestClient = home.admin) => by.post("/api/maintenanceWindow", input);

    const window = expectOk(await plan(body)).json<MaintenanceWindowRecord>();
    expect(window).toMatchObject({ active: true, deviceId: device.id, recurrence: null });
    const shown = async () =>
      (await home.admin.get(`/api/alarm/info/${alarm.id.id}`)).json<AlarmInfoRecord>().maintenance;
    expect(await shown()).toBe("Overhaul");
    expect((await plan({ ...body, id: window.id, alarmType: "Too cold" })).status).toBe(200);
    expect(await shown()).toBeNull();
    const weekly = { weekdays: [1, 2], start: "06:30", durationMs: 3_600_000, timeZone: "Europe/Berlin" };
    expect((await plan({ ...body, recurrence: { ...weekly, timeZone: "Nowhere" } })).json()).toMatchObject({
      status: 400,
    });
    expect((await plan({ ...body, endTs: 1 })).json()).toMatchObject({ status: 400 });
    expect((await plan({ ...body, endTs: undefined })).json()).toMatchObject({ status: 400 });
    const recurring = await plan({ name: "Weekly", startTs: 1, recurrence: weekly });
    expect(recurring.json()).toMatchObject({ endTs: null, recurrence: weekly });
    expect((await home.admin.delete(`/api/maintenanceWindow/${window.id.id}`)).status).toBe(200);
    expect((await home.admin.get(`/api/maintenanceWindow/${window.id.id}`)).status).toBe(404);
  });

  test("for the whole tenant is only planned by who reaches all of it", async () => {
    const { client } = await somebody("OPERATOR", await project());
    const all = { name: "All", startTs: 1, endTs: 2 };
    const made = (await home.admin.post("/api/maintenanceWindow", all)).json<MaintenanceWindowRecord>();

    expect((await client.post("/api/maintenanceWindow", all)).json()).toMatchObject({ status: 400 });
    expect((await client.get(`/api/maintenanceWindow/${made.id.id}`)).status).toBe(200);
    expect((await client.delete(`/api/maintenanceWindow/${made.id.id}`)).status).toBe(403);
  });
});

describe("[PRJ1] an alarm of a device out of reach", () => {
  test("does not exist, for people and for API keys", async () => {
    const [inside, elsewhere] = [await project(), await project()];
    const alarm = await raised({}, await app.device(home, { projectId: { id: inside } }));
    const { client } = await somebody("OPERATOR", elsewhere);

    expect(await infos("/api/alarms", client)).toEqual([]);
    expect((await client.get(`/api/alarm/${alarm.id.id}`)).status).toBe(404);
    expect((await client.post(`/api/alarm/${alarm.id.id}/ack`)).status).toBe(404);
    const bulk = await client.post("/api/alarms/clear", { alarmIds: [alarm.id.id] });
    expect(bulk.json()).toMatchObject({ changed: 0, results: [{ error: expect.stringContaining("No alarm") }] });
    const counts = Object.values((await client.get("/api/alarms/counts")).json<Record<string, number>>());
    expect(counts.every((count) => count === 0)).toBe(true);
    expect((await client.get("/api/alarm/types")).json()).toMatchObject({ data: [] });

    const permissions = ["VIEW_DEVICES", "VIEW_ALARMS"];
    const key = await home.admin.post("/api/apiKeys", {
      name: randomUUID(),
      permissions,
      projectIds: [{ id: elsewhere }],
    });
    const secret = expectOk(key).json<{ key: string }>().key;
    const byKey = (path: string) => app.rest.get(path, { headers: { "x-authorization": `ApiKey ${secret}` } });
    expect((await byKey("/api/alarms")).json()).toMatchObject({ data: [] });
    expect((await byKey(`/api/alarm/${alarm.id.id}`)).status).toBe(404);
  });
});

describe("[ALM4] alarms as they happen", () => {
  const open = async (username = "admin") => LiveClient.open(app.node.httpPort, (await app.tokens(username)).token);

  test("are told to who watches them, whole and within reach only; a deletion says to read again", async () => {
    const [inside, elsewhere] = [await project(), await project()];
    const device = await app.device(home, { projectId: { id: inside } });
    const [insider, outsider] = [await somebody("VIEWER", inside), await somebody("VIEWER", elsewhere)];
    await using live = await open(insider.username);
    await using other = await open(outsider.username);
    for (const reader of [live, other]) {
      reader.send({ type: "watchAlarms", id: 7 });
      expect(await reader.next()).toEqual({ type: "state", id: 7, lists: ["alarms"] });
    }

    const alarm = await raised({}, device);
    expect(await live.next()).toMatchObject({
      type: "change",
      id: 7,
      alarms: [{ id: alarm.id, status: "ACTIVE_UNACK" }],
    });
    await home.admin.post(`/api/alarm/${alarm.id.id}/ack`);
    expect(await live.next()).toMatchObject({ alarms: [{ status: "ACTIVE_ACK", originatorName: device.name }] });
    const theirs = await raised({}, await app.device(home, { projectId: { id: elsewhere } }));
    expect(await other.next()).toMatchObject({ alarms: [{ id: theirs.id }] });
    await home.admin.delete(`/api/alarm/${alarm.id.id}`);
    expect(await live.next()).toEqual({ type: "state", id: 7, lists: ["alarms"] });
    live.send({ type: "unsubscribe", id: 7 });
    expect(await live.next()).toEqual({ type: "unsubscribed", id: 7 });
  });

  test("are a list of a device's page, and nothing for a system administrator", async () => {
    const device = await app.device(home);
    await using live = await open();
    live.send({ type: "subscribe", id: 1, deviceId: device.id.id, lists: ["alarms"] });
    await live.next();
    await raised({}, device);
    expect(await live.next()).toMatchObject({ type: "change", lists: ["alarms"] });

    await using system = await open("system");
    system.send({ type: "watchAlarms", id: 1 });
    expect(await system.next()).toMatchObject({ type: "error", id: 1, code: "PERMISSION_DENIED" });
  });

  test("give a device its worst severity, by which lists sort and filter, for who may see alarms", async () => {
    const inside = await project();
    const [bad, worse, fine] = await Promise.all(
      ["b", "w", "f"].map((name) => app.device(home, { name: `${name} ${randomUUID()}`, projectId: { id: inside } })),
    );
    if (!bad || !worse || !fine) throw new Error("three devices");
    await raised({ severity: "MINOR" }, bad);
    await raised({ severity: "WARNING" }, worse);
    await raised({ severity: "CRITICAL", type: "Fire" }, worse);
    await raised({ severity: "CRITICAL", cleared: true }, fine);
    const path = `/api/tenants/${home.id}/devices?projectId=${inside}`;
    const listed = async (query: string, by: RestClient = home.admin) =>
      expectOk(await by.get(`${path}${query}`))
        .json<{ data: DeviceRecord[] }>()
        .data.map(({ name, alarmSeverity }) => `${name[0]} ${alarmSeverity}`);

    const all = ["w CRITICAL", "b MINOR", "f null"];
    expect(await listed("&sortProperty=alarmSeverity&sortOrder=DESC")).toEqual(all);
    expect(await listed("&alarmSeverity=MINOR")).toEqual(["b MINOR", "w CRITICAL"]);
    expect((await home.admin.get(`/api/device/${worse.id.id}`)).json()).toMatchObject({ alarmSeverity: "CRITICAL" });

    const made = await home.admin.post(`/api/tenants/${home.id}/roles`, {
      name: randomUUID(),
      permissions: ["VIEW_DEVICES"],
    });
    const roleId = made.json<{ id: object }>().id;
    const username = `user-${randomUUID()}`;
    const body = { username, password: testPassword, grants: [{ roleId, projectId: null }] };
    expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, body));
    const blind = await app.login(username);
    expect(await listed("&sortProperty=name", blind)).toEqual(["b null", "f null", "w null"]);
    expect(await listed("&alarmSeverity=INDETERMINATE", blind)).toEqual([]);
  });
});
