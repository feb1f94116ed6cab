import { randomUUID } from "node:crypto";
import type { AuditRecord, CheckedDeviceGroup, DeviceGroupPreview, DeviceRecord, Role } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await startApp({ HELIO_DEVICE_GROUP_CONDITIONS: "5" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

type Conditions = readonly object[];
const all = (...conditions: Conditions) => ({ kind: "ALL", conditions });
const named = (text: string) => ({ kind: "NAME", comparison: "STARTS_WITH", text });
const attribute = (key: string, value: unknown, scope = "SERVER_SCOPE") => ({
  ...{ kind: "ATTRIBUTE", scope, key, value },
  comparison: "EQUAL",
});
const hotter = (value: number, over: object = {}) => ({
  ...{ kind: "LATEST_VALUE", key: "temperature", comparison: "GREATER", value },
  ...over,
});

const save = (body: object, by: RestClient = home.admin) => by.post("/api/deviceGroup", body);
async function group(filter: object, name: string = randomUUID()): Promise<string> {
  return expectOk(await save({ name, filter })).json<CheckedDeviceGroup>().id.id;
}

const write = (id: string, key: string, value: unknown) =>
  home.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, { [key]: value });
const send = (id: string, values: object, ts = Date.now()) =>
  home.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts, values });

const namesIn = async (id: string, by: RestClient = home.admin, query = ""): Promise<string[]> => {
  const answer = expectOk(await by.get(`/api/deviceGroup/${id}/devices?limit=1000${query}`));
  return answer.json<{ data: DeviceRecord[] }>().data.map(({ name }) => name);
};

/** Somebody with roles in projects; undefined stands for the whole tenant. */
async function holder(role: Role, projectId?: string): Promise<RestClient> {
  const username = `user-${randomUUID()}`;
  const grants = [{ role, projectId: projectId ? { id: projectId } : null }];
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
  return app.login(username);
}

async function project(name: string = randomUUID()): Promise<string> {
  return expectOk(await home.admin.post("/api/project", { name })).json<{ id: { id: string } }>().id.id;
}

describe("[PRJ2] a device group", () => {
  test("is saved, read, changed and deleted, and every change is on record", async () => {
    const filter = all(named("logger"), hotter(60));
    const created = await save({ name: "Running hot", description: "oil", filter });

    expect(created.status).toBe(201);
    const { id, version } = created.json<CheckedDeviceGroup>();
    expect(created.json()).toMatchObject({
      name: "Running hot",
      filter,
      version: 1,
      problems: [{ code: "KEY_UNUSED" }],
    });
    const renamed = expectOk(await save({ id, version, name: "Hot" })).json<CheckedDeviceGroup>();
    expect(renamed).toMatchObject({ name: "Hot", description: null, filter, version: 2 });
    expect((await save({ id, version, name: "Late" })).json()).toMatchObject({ status: 409, errorCode: 35 });
    expect((await save({ name: "HOT", filter })).json()).toMatchObject({ status: 409 });
    const listed = await home.admin.get("/api/deviceGroups?limit=-1");
    expect(listed.json<{ data: CheckedDeviceGroup[] }>().data.map(({ name }) => name)).toContain("Hot");
    expect((await home.admin.delete(`/api/deviceGroup/${id.id}`)).status).toBe(200);
    expect((await home.admin.get(`/api/deviceGroup/${id.id}`)).json()).toMatchObject({ status: 404, errorCode: 32 });
    const log = await home.admin.get(`/api/audit/logs/entity/DEVICE_GROUP/${id.id}?pageSize=10`);
    const actions = log.json<{ data: AuditRecord[] }>().data.map(({ actionType }) => actionType);
    expect(actions.sort()).toEqual(["ADDED", "DELETED", "UPDATED", "UPDATED"]); // the one that was refused, too
  });

  test("has the devices that meet it now, and follows what changes", async () => {
    const [a, b] = [await app.device(home, { name: "pump 1" }), await app.device(home, { name: "pump 2" })];
    const id = await group(all(named("PUMP"), attribute("hall", "north"), hotter(60, { newerThanMs: 3_600_000 })));
    const steps: string[][] = [await namesIn(id)];
    const step = async (...changes: Promise<unknown>[]) => {
      await Promise.all(changes);
      steps.push(await namesIn(id));
    };

    await step(write(a.id.id, "hall", "North"), send(a.id.id, { temperature: 61 }));
    await step(write(b.id.id, "hall", "north"), send(b.id.id, { temperature: 90 }, Date.now() - 7_200_000));
    await step(send(b.id.id, { temperature: 90 }));
    await step(send(a.id.id, { temperature: 12.5 }));
    await step(write(b.id.id, "hall", "south"));
    await step(send(a.id.id, { temperature: 61 }));
    await step(home.admin.delete(`/api/device/${a.id.id}`));

    expect(steps).toEqual([[], ["pump 1"], ["pump 1"], ["pump 1", "pump 2"], ["pump 2"], [], ["pump 1"], []]);
  });

  test("is paged, sorted, streamed, and chosen by lists and moves together with their own filters", async () => {
    for (const name of ["fan a", "fan b", "fan c"])
      await app.device(home, { name, label: name === "fan b" ? "x" : "y" });
    const [id, to] = [await group(all(named("fan"))), await project()];
    const page = (await home.admin.get(`/api/deviceGroup/${id}/devices?limit=2&page=1&sortOrder=DESC`)).json<object>();
    const list = `/api/tenants/${home.id}/devices`;

    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: false, data: [{ name: "fan a" }] });
    expect((await home.admin.get(`/api/deviceGroup/${id}/devices?limit=-1`)).json()).toMatchObject({
      totalElements: 3,
    });
    expect((await home.admin.get(`${list}?group=${id}&textSearch=X`)).json()).toMatchObject({
      totalElements: 1,
      data: [{ name: "fan b" }],
    });
    const moved = await home.admin.post(`${list}/move`, {
      projectId: { id: to },
      filter: { group: id, textSearch: "y" },
    });
    expect(moved.json()).toMatchObject({ moved: 2 });
    expect((await home.admin.get(`${list}?group=${id}&projectId=${to}`)).json()).toMatchObject({ totalElements: 2 });
    expect((await home.admin.get(`${list}?group=${randomUUID()}`)).json()).toMatchObject({ status: 404 });
    expect((await home.admin.get(`${list}?group=everything`)).json()).toMatchObject({ status: 400 });
  });

  test("[PRJ1] shows everybody only what is within their reach, and strangers nothing", async () => {
    const [inside, outside] = [await project(), await project()];
    for (const [name, at] of [
      ["gate 1", inside],
      ["gate 2", outside],
      ["gate 3", undefined],
    ] as const)
      await app.device(home, { name, ...(at && { projectId: { id: at } }) });
    const id = await group(all(named("gate")));
    const byProject = await group({ kind: "ANY", conditions: [{ kind: "PROJECT", projectIds: [outside, "none"] }] });
    const [viewer, foreign] = [await holder("VIEWER", inside), await app.tenant()];

    expect(await namesIn(id, viewer)).toEqual(["gate 1"]);
    expect(await namesIn(byProject, viewer)).toEqual([]);
    const seen = (await viewer.get(`/api/deviceGroup/${byProject}`)).json<CheckedDeviceGroup>();
    expect(seen.problems).toMatchObject([{ path: [0], code: "PROJECT_MISSING" }]);
    expect((await save({ name: "mine", filter: all() }, viewer)).json()).toMatchObject({ status: 403, errorCode: 20 });
    for (const path of ["", "/devices"])
      expect((await foreign.admin.get(`/api/deviceGroup/${id}${path}`)).json()).toMatchObject({ status: 404 });
    expect((await foreign.admin.delete(`/api/deviceGroup/${id}`)).json()).toMatchObject({ status: 404 });
    const preview = await foreign.admin.post("/api/deviceGroups/preview", { filter: all() });
    expect(preview.json()).toMatchObject({ totalElements: 0 });
  });

  test("[AUTH5] is no way to find out values that one may not read", async () => {
    const device = await app.device(home, { name: "safe" });
    await write(device.id.id, "pin", 1234);
    const roles = `/api/tenants/${home.id}/roles`;
    const role = expectOk(await home.admin.post(roles, { name: "blind", permissions: ["VIEW_DEVICES"] }));
    const username = `user-${randomUUID()}`;
    const grants = [{ roleId: role.json<{ id: object }>().id, projectId: null }];
    expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
    const blind = await app.login(username);
    const id = await group(all(attribute("pin", 1234)));
    const tried = await blind.post("/api/deviceGroups/preview", { filter: all(attribute("pin", 1234)) });

    expect(tried.json()).toMatchObject({ status: 403, errorCode: 20 });
    expect((await blind.get(`/api/deviceGroup/${id}/devices`)).json()).toMatchObject({ status: 403 });
    expect((await blind.get(`/api/tenants/${home.id}/devices?group=${id}`)).json()).toMatchObject({ status: 403 });
    const byAlarm = { filter: all({ kind: "ALARM", state: "NONE" }) };
    expect((await blind.post("/api/deviceGroups/preview", byAlarm)).json()).toMatchObject({
      status: 403,
      errorCode: 20,
    });
    expect((await blind.post("/api/deviceGroups/preview", { filter: all(named("safe")) })).status).toBe(200);
  });

  test("follows the alarms of its devices", async () => {
    const { id } = (await app.device(home, { name: "alarmed" })).id;
    const raise = { originator: { id, entityType: "DEVICE" }, type: "Too hot", severity: "MAJOR" };
    const severe = await group(all({ kind: "ALARM", state: "ACTIVE", severity: "MAJOR", type: "Too hot" }));
    const critical = await group(all({ kind: "ALARM", state: "ACTIVE", severity: "CRITICAL" }));

    const alarm = expectOk(await home.admin.post("/api/alarm", raise)).json<{ id: { id: string } }>();
    expect(await Promise.all([namesIn(severe), namesIn(critical)])).toEqual([["alarmed"], []]);
    expectOk(await home.admin.post(`/api/alarm/${alarm.id.id}/clear`));
    expect(await namesIn(severe)).toEqual([]);
  });
});

describe("[PRJ2] a filter that is not saved", () => {
  const preview = (filter: unknown, over: object = {}) =>
    home.admin.post("/api/deviceGroups/preview", { filter, ...over });

  test("is tried with its count and the first devices", async () => {
    for (const name of ["try 1", "try 2", "try 3"]) await app.device(home, { name });

    const some = (await preview(all(named("try")), { limit: 2, sortOrder: "DESC" })).json<DeviceGroupPreview>();
    const counted = (await preview(all(named("try")), { limit: 0 })).json<DeviceGroupPreview>();

    expect(some).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: true, problems: [] });
    expect(some.data.map(({ name }) => name)).toEqual(["try 3", "try 2"]);
    expect(counted).toMatchObject({ totalElements: 3, data: [] });
    expect((await preview({ kind: "ANY", conditions: [] })).json()).toMatchObject({ totalElements: 0 });
  });

  test.each([
    ["no filter", undefined, "filter is required"],
    ["another kind", all({ kind: "MOON" }), "filter.conditions.0.kind must be one of TYPE, PROJECT"],
    ["no kind", all({}), "filter.conditions.0.kind"],
    ["a typing error", all({ ...named("a"), txt: "b" }), "filter.conditions.0 must not have txt"],
    ["a missing text", all({ kind: "NAME", comparison: "CONTAINS" }), "filter.conditions.0.text is required"],
    ["an empty text", all(named("")), "filter.conditions.0: text must not be empty"],
    ["a text to be greater than", all(hotter("60" as never)), "filter.conditions.0: value must be a number"],
    ["an id that is none", all({ kind: "TYPE", deviceProfileIds: ["x"] }), "must be a UUID"],
    ["four levels", all(all(all(all(named("a"))))), "is too deep"],
    ["too much", all(...Array.from({ length: 6 }, () => named("a"))), "at most 5 conditions"],
    ["an impossible age", all(hotter(1, { newerThanMs: 5, olderThanMs: 9 })), "nothing is both"],
  ])("that is %s is refused with words that say what to change", async (_, filter, words) => {
    const refused = (await preview(filter)).json<{ status: number; message: string }>();

    expect(refused).toMatchObject({ status: 400, errorCode: 31 });
    expect(refused.message).toContain(words);
  });

  test("[API7] null is missing in conditions, too", async () => {
    const answer = await preview(all({ ...attribute("nothing", 1), scope: null }));

    expect(answer.json()).toMatchObject({ totalElements: 0, problems: [{ code: "ATTRIBUTE_UNUSED" }] });
  });
});

describe("[#17.24] channels of any device", () => {
  const channels = async (text: string, by: RestClient = home.admin, query = "") => {
    const path = `/api/tenants/${home.id}/channels?textSearch=${encodeURIComponent(text)}${query}`;
    const { data } = expectOk(await by.get(path)).json<{ data: { device: { name: string }; key: string }[] }>();
    return data.map(({ device, key }) => `${device.name} ${key}`).sort();
  };

  test("are found by their keys, by what types call them, and together with words of their devices", async () => {
    const type = `Compressor ${randomUUID().slice(0, 8)}`;
    const named = [
      { key: "p1", names: { en: "Inlet pressure", de: "Eingangsdrück" } },
      { key: "b_*", name: "Bearing *" },
    ];
    expectOk(await home.admin.post("/api/deviceProfile", { name: type, channels: named }));
    const made = async (name: string, values: object, over: object = {}) => {
      const device = await app.device(home, { name, ...over });
      expectOk(await send(device.id.id, values));
      return device.id.id;
    };
    await made("seek-a", { "oil.Pressure": 6.2, p1: 1 }, { label: "Hall 7" });
    await made("seek-b", { p1: 2, b_left: 3, quiet: 0 }, { type });
    const emptied = await made("seek-c", { pressureless: 1 });
    expectOk(
      await home.admin.delete(
        `/api/plugins/telemetry/DEVICE/${emptied}/timeseries?keys=pressureless&deleteAllDataForKeys=true`,
      ),
    );
    for (let other = 0; other < 25; other++) await made(`seek-${other}`, { quiet: other }); // heard of later than the others

    expect(await channels("PRESSURE")).toEqual(["seek-a oil.Pressure", "seek-b p1"]);
    expect(await channels("eingangsdrück")).toEqual(["seek-b p1"]);
    expect(await channels("bearing left")).toEqual(["seek-b b_left"]);
    expect(await channels("compressor p1")).toEqual(["seek-b p1"]);
    expect(await channels("hall pressure 7")).toEqual(["seek-a oil.Pressure"]);
    expect(await channels("seek-a")).toEqual([]); // a device, no channel
    expect(await channels("quiet", home.admin, "&limit=5")).toHaveLength(5);
    expect(await channels("no such thing")).toEqual([]);
  });

  test("are those of one's own projects and tenant only", async () => {
    const [mine, theirs] = [await project(), await project()];
    const device = async (name: string, projectId: string) => {
      const { id } = await app.device(home, { name, projectId: { entityType: "PROJECT", id: projectId } });
      expectOk(await send(id.id, { secretive: 1 }));
    };
    await device("seen", mine);
    await device("unseen", theirs);
    const stranger = await app.tenant();
    const viewer = await holder("VIEWER", mine);

    expect(await channels("secretive")).toEqual(["seen secretive", "unseen secretive"]);
    expect(await channels("secretive", home.admin, `&projectId=${theirs}`)).toEqual(["unseen secretive"]);
    expect(await channels("secretive", viewer)).toEqual(["seen secretive"]);
    expect((await stranger.admin.get(`/api/tenants/${home.id}/channels?textSearch=secretive`)).status).toBe(404);
    const own = expectOk(await stranger.admin.get(`/api/tenants/${stranger.id}/channels?textSearch=secretive`));
    expect(own.json()).toEqual({ data: [], devices: 0, complete: true });
  });
});
