import { randomUUID } from "node:crypto";
import {
  type AuditRecord,
  type DashboardConfiguration,
  type DashboardDiff,
  type DashboardFile,
  type DashboardInfo,
  type DashboardRecord,
  type DashboardVersionInfo,
  emptyConfiguration,
  type HomeDashboardInfo,
  type Role,
  type TrashedDashboard,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestApp, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: OwnTenant;

beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const saying = (markdown: string): DashboardConfiguration => ({
  ...emptyConfiguration(),
  widgets: { note: { kind: "TEXT", version: 1, title: "Note", options: { markdown } } },
  pages: [{ id: "overview", title: "Overview", layout: [{ widget: "note", x: 0, y: 0, w: 24, h: 4 }] }],
});

const save = (body: object, by: RestClient = home.admin) => by.post("/api/dashboard", body);
const made = async (body: object = {}): Promise<DashboardRecord> =>
  expectOk(await save({ title: `dashboard ${randomUUID()}`, ...body })).json<DashboardRecord>();
const read = async <T>(path: string, by: RestClient = home.admin): Promise<T> => expectOk(await by.get(path)).json<T>();

async function holder(role: Role, projectId: string): Promise<RestClient> {
  const username = `user-${randomUUID()}`;
  const grants = [{ role, projectId: { id: projectId } }];
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
  return app.login(username);
}

async function project(): Promise<string> {
  return expectOk(await home.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id.id;
}

describe("[DSH2] a dashboard", () => {
  test("is made, read, saved, deleted, taken back, and every change is on record", async () => {
    const created = await save({ title: "Pump test field", configuration: saying("one") });
    const first = created.json<DashboardRecord>();
    const { id } = first.id;
    const saved = await save({ id: first.id, version: 1, title: "Pumps", configuration: saying("two") });
    expectOk(await home.admin.delete(`/api/dashboard/${id}`));
    const gone = await home.admin.get(`/api/dashboard/${id}`);
    const trash = await read<{ data: TrashedDashboard[] }>("/api/dashboards/trash");
    expectOk(await home.admin.post(`/api/dashboards/trash/${id}/restore`, {}));

    expect(created.status).toBe(201);
    expect(first).toMatchObject({
      ...{ title: "Pump test field", name: "Pump test field", version: 1, projectId: null, savedBy: home.username },
      ...{ tenantId: { entityType: "TENANT", id: home.id }, configuration: saying("one") },
    });
    expect(saved.json()).toMatchObject({ title: "Pumps", version: 2, configuration: saying("two") });
    expect([gone.status, gone.json()]).toMatchObject([404, { errorCode: 32 }]);
    const [trashed] = trash.data;
    expect(trashed).toMatchObject({ title: "Pumps", deletedBy: home.username });
    expect((trashed?.goneAt ?? 0) - (trashed?.deletedTime ?? 0)).toBe(30 * 86_400_000);
    expect(await read(`/api/dashboard/${id}`)).toEqual(saved.json());
    const { configuration: _, ...head } = saved.json<DashboardRecord>();
    expect(await read(`/api/dashboard/info/${id}`)).toEqual(head);
    const log = await read<{ data: AuditRecord[] }>(`/api/audit/logs/entity/DASHBOARD/${id}`);
    expect(log.data.map(({ actionType, entityName }) => [actionType, entityName])).toEqual([
      ["RESTORED", "Pumps"],
      ["DELETED", "Pumps"],
      ["UPDATED", "Pump test field"],
      ["ADDED", "Pump test field"],
    ]);
    expect(log.data[2]?.actionData).toMatchObject({
      after: { title: "Pumps", changes: ["title", "widgets.note.options.markdown"] },
    });
  });

  test("without a configuration is one empty page, and keeps what it has when only its title changes", async () => {
    const { id, configuration } = await made();
    const kept = await made({ configuration: saying("kept") });
    const renamed = expectOk(await save({ id: kept.id, version: 1, title: "Renamed" })).json<DashboardRecord>();

    expect([id.entityType, configuration]).toEqual(["DASHBOARD", emptyConfiguration()]);
    expect(renamed).toMatchObject({ title: "Renamed", version: 2, configuration: saying("kept") });
  });

  test("that somebody saved meanwhile is 409, with who it was and which version; without a version it is 400", async () => {
    const { id } = await made({ configuration: saying("one") });
    expectOk(await save({ id, version: 1, title: "Theirs" }));

    const late = await save({ id, version: 1, title: "Mine" });
    const blind = await save({ id, title: "Mine" });

    expect([late.status, late.json()]).toMatchObject([
      409,
      {
        errorCode: 35,
        message: `${home.username} saved Theirs meanwhile; it is at version 2 now. Load it and put both together`,
      },
    ]);
    expect([blind.status, blind.json()]).toMatchObject([400, { errorCode: 31 }]);
    expect(await read(`/api/dashboard/${id.id}`)).toMatchObject({ title: "Theirs", version: 2 });
  });

  test("has versions that differ value by value, and an earlier one becomes the newest", async () => {
    const { id } = await made({ title: "First", configuration: saying("one") });
    expectOk(await save({ id, version: 1, title: "Second", configuration: saying("two") }));
    const at = `/api/dashboard/${id.id}`;

    const versions = await read<DashboardVersionInfo[]>(`${at}/versions`);
    const diff = await read<DashboardDiff>(`${at}/diff?from=1`);
    const restored = expectOk(await home.admin.post(`${at}/restore`, { restore: 1, version: 2 }));

    expect(versions.map(({ version, title }) => [version, title])).toEqual([
      [2, "Second"],
      [1, "First"],
    ]);
    expect(diff).toMatchObject({ from: 1, to: 2, total: 2, changes: [{ path: ["title"], kind: "CHANGED" }, {}] });
    expect(restored.json()).toMatchObject({ title: "First", version: 3, configuration: saying("one") });
    expect(await read(`${at}/versions/2`)).toMatchObject({ title: "Second", configuration: saying("two") });
    expect((await home.admin.get(`${at}/versions/9`)).status).toBe(404);
  });

  test("goes through a file into another tenant", async () => {
    const { id } = await made({ title: "Travelling", configuration: saying("far") });
    const other = await app.tenant();

    const file = await read<DashboardFile>(`/api/dashboard/${id.id}/export`);
    const imported = await other.admin.post("/api/dashboard/import", file);

    expect(file).toEqual({ format: "heliograph-dashboard-1", title: "Travelling", configuration: saying("far") });
    expect(imported.status).toBe(201);
    expect(imported.json()).toMatchObject({
      ...{ title: "Travelling", version: 1, configuration: saying("far") },
      tenantId: { id: other.id },
    });
    const wrong = await other.admin.post("/api/dashboard/import", { ...file, format: "something else" });
    expect([wrong.status, wrong.json()]).toMatchObject([400, { errorCode: 31 }]);
  });

  test("that makes no sense is 400 and says where", async () => {
    const body = { title: "Pumps", configuration: { ...saying("one"), pages: [] } };
    const lost = { title: "Pumps", configuration: { ...saying("one"), pages: emptyConfiguration().pages } };

    expect((await save(body)).json()).toMatchObject({
      status: 400,
      message: expect.stringContaining("configuration.pages"),
    });
    expect((await save(lost)).json()).toMatchObject({
      ...{ status: 400, message: "The dashboard makes no sense: the widget note stands on no page" },
    });
    const titles = await Promise.all(["", "  ", "a\u0000b", "x".repeat(256)].map((title) => save({ title })));
    expect(titles.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  test("[API7] null and missing mean the same for what is optional, in widgets as well", async () => {
    const note = { kind: "VALUE", version: 1, title: null, options: { devices: { kind: "ALL" }, channel: null } };

    const { configuration } = await made({ configuration: { ...saying("x"), widgets: { note } } });

    expect(configuration.widgets["note"]).toEqual({ kind: "VALUE", version: 1, options: { devices: { kind: "ALL" } } });
  });
});

describe("[PRJ1] dashboards of projects", () => {
  test("are found in their project and below it, and by nobody who does not reach it", async () => {
    const north = await project();
    const below = expectOk(await home.admin.post("/api/project", { name: "below", parentId: { id: north } }));
    const [{ id: parent }, { id: child }] = [
      await made({ title: "North", projectId: { id: north } }),
      await made({ title: "Below", projectId: below.json<{ id: object }>().id }),
    ];
    const root = await made({ title: "Root" });
    const viewer = await holder("VIEWER", north);
    const stranger = await holder("VIEWER", await project());
    const titles = async (query: string, by: RestClient = home.admin) =>
      (await read<{ data: DashboardInfo[] }>(`/api/tenant/dashboards?${query}`, by)).data.map(({ title }) => title);

    expect(await titles(`projectId=${north}`)).toEqual(["Below", "North"]);
    expect(await titles(`projectId=${north}&includeDescendants=false`)).toEqual(["North"]);
    expect(await titles("limit=-1&sortOrder=DESC", viewer)).toEqual(["North", "Below"]);
    expect(await titles("", stranger)).toEqual([]);
    const ids = [root.id.id, child.id, parent.id].join(",");
    const some = await read<DashboardInfo[]>(`/api/dashboards?dashboardIds=${ids}`, viewer);
    expect(some.map(({ title }) => title)).toEqual(["Below", "North"]);
    expect((await viewer.get(`/api/dashboard/${root.id.id}`)).status).toBe(404);
    expect((await save({ id: parent, version: 1, title: "x" }, viewer)).status).toBe(403);
  });

  test("are made and moved by who may edit there", async () => {
    const [north, south] = [await project(), await project()];
    const operator = await holder("OPERATOR", north);

    const own = await save({ title: "Own", projectId: { id: north } }, operator);
    const nowhere = await save({ title: "Own" }, operator);
    const elsewhere = await save({ title: "Own", projectId: { id: south } }, operator);

    expect([own.status, nowhere.status, elsewhere.status]).toEqual([201, 400, 404]);
    const { id } = own.json<DashboardRecord>();
    const moved = expectOk(await save({ id, version: 1, title: "Own", projectId: { id: south } }));
    expect(moved.json()).toMatchObject({ projectId: { id: south } });
    expect((await operator.get(`/api/dashboard/${id.id}`)).status).toBe(404);
    const rooted = expectOk(await save({ id, version: 2, title: "Own", projectId: null }));
    expect(rooted.json()).toMatchObject({ projectId: null });
  });
});

describe("[DSH2] what opens first", () => {
  test("is one's own choice, or the tenant's", async () => {
    const [own, common] = [await made({ title: "Own home" }), await made({ title: "Common home" })];
    const none = await home.admin.get("/api/dashboard/home");

    expect([none.status, await read<HomeDashboardInfo>("/api/dashboard/home/info")]).toMatchObject([
      404,
      { dashboardId: null, hideDashboardToolbar: false },
    ]);
    expectOk(await home.admin.post("/api/tenant/dashboard/home/info", { dashboardId: common.id }));
    expect(await read("/api/dashboard/home")).toMatchObject({ title: "Common home" });
    expectOk(await home.admin.post("/api/dashboard/home/info", { dashboardId: own.id }));
    expect(await read("/api/dashboard/home")).toMatchObject({ title: "Own home", configuration: emptyConfiguration() });
    expect(await read("/api/tenant/dashboard/home/info")).toMatchObject({ dashboardId: common.id });
    expectOk(await home.admin.post("/api/dashboard/home/info", { dashboardId: null }));
    expect(await read("/api/dashboard/home/info")).toMatchObject({ dashboardId: common.id });
  });
});

test("[DSH2] the server tells its time and how much one question is answered with", async () => {
  expect(await read<number>("/api/dashboard/serverTime")).toBeTypeOf("number");
  expect(await read("/api/dashboard/maxDatapointsLimit")).toBe(1_000_000);
});
