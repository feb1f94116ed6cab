import { randomUUID } from "node:crypto";
import type { AuditRecord, DeviceRecord, DeviceViewRecord, Role } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await startApp({ HELIO_DEVICE_VIEWS_PER_USER: "3" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

async function holder(role: Role, projectId?: string): Promise<RestClient> {
  const username = `user-${randomUUID()}`;
  const grants = [{ role, projectId: projectId ? { id: projectId } : null }];
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
  return app.login(username);
}

const project = async (): Promise<string> =>
  expectOk(await home.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id.id;

const look = {
  columns: [
    { kind: "FIELD", field: "alarm" },
    { kind: "LATEST", key: "temperature" },
  ],
};
const save = (by: RestClient, body: object) => by.post("/api/deviceView", { name: randomUUID(), look, ...body });
const saved = async (by: RestClient, body: object) => expectOk(await save(by, body)).json<DeviceViewRecord>();
const namesFor = async (by: RestClient): Promise<string[]> =>
  (await by.get("/api/deviceViews?limit=-1")).json<{ data: DeviceViewRecord[] }>().data.map(({ name }) => name);

describe("[issue 17.21] a view of the device list", () => {
  test("is one's own until it is shared; then who sees its project has it, and nobody else", async () => {
    const [north, south] = [await project(), await project()];
    const [operator, viewer, southerner, foreign] = [
      await holder("OPERATOR", north),
      await holder("VIEWER", north),
      await holder("VIEWER", south),
      await app.tenant(),
    ];
    const own = await saved(viewer, { name: "mine" });
    const shared = await saved(operator, { name: "shared north", shared: true, projectId: { id: north } });
    const everywhere = await saved(home.admin, { name: "shared by all", shared: true });

    expect(own).toMatchObject({ own: true, mayChange: true, shared: false, version: 1, look });
    expect(await namesFor(viewer)).toEqual(["mine", "shared by all", "shared north"]);
    expect(await namesFor(southerner)).toEqual(["shared by all"]);
    expect(await namesFor(foreign.admin)).toEqual([]);
    for (const [by, id] of [
      [operator, own.id.id],
      [southerner, shared.id.id],
      [foreign.admin, everywhere.id.id],
    ] as const) {
      expect((await by.get(`/api/deviceView/${id}`)).json()).toMatchObject({ status: 404 });
      expect((await by.delete(`/api/deviceView/${id}`)).json()).toMatchObject({ status: 404 });
    }
    expect((await viewer.get(`/api/deviceView/${shared.id.id}`)).json()).toMatchObject({
      own: false,
      mayChange: false,
    });
  });

  test("is shared and changed by those who may, each of two who change it learns of the other, and it is on record", async () => {
    const north = await project();
    const [operator, viewer] = [await holder("OPERATOR", north), await holder("VIEWER", north)];

    expect((await save(viewer, { shared: true, projectId: { id: north } })).json()).toMatchObject({ status: 403 });
    expect((await save(operator, { shared: true })).json()).toMatchObject({ status: 403 });
    expect((await save(operator, { projectId: { id: await project() } })).json()).toMatchObject({ status: 404 });
    const { id } = await saved(operator, { name: "Hot", shared: true, projectId: { id: north } });
    const change = { id, version: 1, name: "Hotter", shared: true, projectId: { id: north } };
    expect((await save(viewer, change)).json()).toMatchObject({ status: 403 });
    expect((await save(home.admin, { ...change, version: undefined })).json()).toMatchObject({ status: 400 });
    expect(await saved(home.admin, change)).toMatchObject({ name: "Hotter", version: 2 });
    expect((await save(operator, change)).json()).toMatchObject({ status: 409 });
    expect((await viewer.delete(`/api/deviceView/${id.id}`)).json()).toMatchObject({ status: 403 });
    expect((await operator.delete(`/api/deviceView/${id.id}`)).status).toBe(200);
    const log = await home.admin.get(`/api/audit/logs/entity/DEVICE_VIEW/${id.id}?pageSize=20`);
    const done = log.json<{ data: AuditRecord[] }>().data.filter(({ actionStatus }) => actionStatus === "SUCCESS");
    expect(done.map(({ actionType }) => actionType).sort()).toEqual(["ADDED", "DELETED", "UPDATED"]);
  });

  test("is refused where it makes no sense, or is one too many, and changes nothing then", async () => {
    const viewer = await holder("VIEWER");
    const where = { kind: "ALL", conditions: [{ kind: "NAME", comparison: "CONTAINS", text: "" }] };
    const senseless = await save(viewer, { look: { ...look, filter: { where } } });
    const unknown = await save(viewer, { look: { columns: [{ kind: "WEATHER" }] } });
    for (const name of ["a", "b", "c"]) await saved(viewer, { name });

    expect([senseless.status, unknown.status]).toEqual([400, 400]);
    expect((await save(viewer, { name: "d" })).json()).toMatchObject({ status: 409 });
    expect(await namesFor(viewer)).toEqual(expect.arrayContaining(["a", "b", "c"]));
    expect(await namesFor(viewer)).not.toContain("d");
  });
});

describe("[issue 17.21] conditions that nobody saved", () => {
  const list = (by: RestClient, where: unknown, rest = "") =>
    by.get(`/api/tenants/${home.id}/devices?where=${encodeURIComponent(JSON.stringify(where))}${rest}`);
  const hotter = (value: number) => ({
    kind: "ALL",
    conditions: [{ kind: "LATEST_VALUE", key: "heat", comparison: "GREATER", value }],
  });

  test("choose what a list shows and what a job does, together with its other filters, within reach", async () => {
    const north = await project();
    for (const [name, heat] of [
      ["kiln 1", 61],
      ["kiln 2", 80],
      ["oven", 90],
    ] as const) {
      const { id } = await app.device(home, { name, ...(name !== "kiln 2" && { projectId: { id: north } }) });
      await home.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, { heat });
    }
    const names = async (by: RestClient, value: number, rest = "") =>
      expectOk(await list(by, hotter(value), rest))
        .json<{ data: DeviceRecord[] }>()
        .data.map(({ name }) => name);

    expect(await names(home.admin, 70)).toEqual(["kiln 2", "oven"]);
    expect(await names(home.admin, 70, "&textSearch=kiln")).toEqual(["kiln 2"]);
    expect(await names(await holder("VIEWER", north), 10)).toEqual(["kiln 1", "oven"]);
    const job = await home.admin.post("/api/jobs/deleteDevices", { filter: { where: hotter(85) } });
    expect(job.status).toBe(202);
    await expect.poll(() => names(home.admin, 10)).toEqual(["kiln 1", "kiln 2"]);
  });

  test("are refused where they cannot be read or mean everything by accident", async () => {
    const unreadable = await home.admin.get(`/api/tenants/${home.id}/devices?where=%7Bkind`);
    const empty = { kind: "ALL", conditions: [] };

    expect(unreadable.json()).toMatchObject({ status: 400, message: "where: is not JSON" });
    expect((await list(home.admin, { kind: "ALL" })).json()).toMatchObject({ status: 400 });
    expect((await list(home.admin, { kind: "ALL", conditions: [{ kind: "MOOD" }] })).json()).toMatchObject({
      status: 400,
    });
    expect((await home.admin.post("/api/jobs/deleteDevices", { filter: { where: empty } })).json()).toMatchObject({
      status: 400,
    });
  });
});

describe("[issue 17.21] an export of devices", () => {
  const exported = (by: RestClient, body: object) => by.post(`/api/tenants/${home.id}/devices/export`, body);
  const columns = [
    { kind: "FIELD", field: "project" },
    { kind: "LATEST", key: "heat" },
    { kind: "HISTORY", key: "heat" },
    { kind: "ATTRIBUTE", scope: "SERVER_SCOPE", key: "hall" },
  ];

  test("has what the list shows, can be imported elsewhere, and shows tokens to those who may, on record", async () => {
    const north = await project();
    const { id } = await app.device(home, { name: "=stove, 1", label: "x", projectId: { id: north } });
    await home.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, { heat: 61.5 });
    await home.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/attributes/SERVER_SCOPE`, { hall: "H 1" });
    const { credentialsId: token } = (await home.admin.get(`/api/device/${id.id}/credentials`)).json<{
      credentialsId: string;
    }>();
    const choice = { filter: { textSearch: "stove" }, columns };

    const answer = expectOk(await exported(home.admin, { ...choice, format: "CSV", tokens: true }));
    const [header = "", row = ""] = answer.text.split("\r\n");
    expect(header).toBe("name,type,label,description,serialNumber,firmwareVersion,token,project,heat,hall");
    expect(row).toMatch(new RegExp(`^"'=stove, 1",default,x,,,,${token},[^,]+,61.5,H 1$`));
    const log = await home.admin.get(`/api/audit/logs/entity/DEVICE/${id.id}?pageSize=20`);
    const reads = log
      .json<{ data: AuditRecord[] }>()
      .data.filter(({ actionType }) => actionType === "CREDENTIALS_READ");
    expect(reads).toHaveLength(2); // by hand, and by the export
    const other = await app.tenant();
    const headers = { "content-type": "text/csv" };
    const csv = [header.split(",").slice(0, 6).join(","), '"\'=stove, 1",default,x,,,'].join("\n");
    const report = await other.admin.post(`/api/tenants/${other.id}/devices/import`, csv, { headers });
    expect(report.json()).toMatchObject({ created: 1, failed: 0 });

    const viewer = await holder("VIEWER", north);
    expect((await exported(viewer, { ...choice, format: "CSV", tokens: true })).json()).toMatchObject({ status: 403 });
    expect(expectOk(await exported(viewer, { ...choice, format: "CSV" })).text).toContain("61.5");
    const stranger = await holder("VIEWER", await project());
    expect(
      expectOk(await exported(stranger, { deviceIds: [id.id], columns, format: "CSV" })).text.split("\r\n"),
    ).toHaveLength(2);
    expect((await exported(home.admin, { format: "CSV" })).json()).toMatchObject({ status: 400 });
    const sheet = expectOk(await exported(home.admin, { deviceIds: [id.id], columns, format: "XLSX" }));
    expect(sheet.headers["content-type"]).toContain("spreadsheetml");
    expect(sheet.text.slice(0, 2)).toBe("PK");
  });
});

describe("[issue 17.24] the map of a list", () => {
  const positions = (by: RestClient, query = "") => by.get(`/api/tenants/${home.id}/devices/positions${query}`);
  interface Found {
    readonly data: { readonly name: string; readonly values: object; readonly alarmSeverity: string | null }[];
    readonly totalElements: number;
    readonly looked: number;
  }

  test("has the devices that sent a place or were given one, by the list's filter, within reach, with their alarms", async () => {
    const north = await project();
    const at = { projectId: { id: north } };
    const [van, mast] = [
      await app.device(home, { name: "map van", ...at }),
      await app.device(home, { name: "map mast" }),
    ];
    await app.device(home, { name: "map nowhere", ...at });
    await home.admin.post(`/api/plugins/telemetry/DEVICE/${van.id.id}/timeseries/ANY`, {
      position: { lat: 48.1, lon: 11.5 },
    });
    await home.admin.post(`/api/plugins/telemetry/DEVICE/${mast.id.id}/attributes/SERVER_SCOPE`, {
      latitude: 52.5,
      longitude: 13.4,
    });
    expectOk(await home.admin.post("/api/alarm", { originator: { id: van.id.id }, type: "Stuck", severity: "MAJOR" }));

    const all = expectOk(await positions(home.admin, "?textSearch=map")).json<Found>();
    expect(all).toMatchObject({ totalElements: 3, looked: 3 });
    expect(all.data).toMatchObject([
      { name: "map mast", alarmSeverity: null, values: { latitude: { value: 52.5 }, longitude: { value: 13.4 } } },
      { name: "map van", alarmSeverity: "MAJOR", values: { position: { value: { lat: 48.1, lon: 11.5 } } } },
    ]);
    const where = {
      kind: "ALL",
      conditions: [
        { kind: "ALARM", state: "ACTIVE" },
        { kind: "NAME", comparison: "STARTS_WITH", text: "map" },
      ],
    };
    const alarmed = expectOk(
      await positions(home.admin, `?where=${encodeURIComponent(JSON.stringify(where))}`),
    ).json<Found>();
    expect(alarmed.data.map(({ name }) => name)).toEqual(["map van"]);
    const viewer = expectOk(await positions(await holder("VIEWER", north))).json<Found>();
    expect(viewer.data.map(({ name }) => name)).toEqual(["map van"]);
    const foreign = await app.tenant();
    expect((await positions(foreign.admin)).json()).toMatchObject({ status: 404 });
  });
});
