import { type DashboardConfiguration, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { SqlDashboardShareStore } from "../../server/src/adapters/sql/stores/dashboard-share-store.ts";
import { SqlDashboardStore } from "../../server/src/adapters/sql/stores/dashboard-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlProjectStore } from "../../server/src/adapters/sql/stores/project-store.ts";
import { SqlReferenceNames } from "../../server/src/adapters/sql/stores/reference-names.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { SqlWebhookStore } from "../../server/src/adapters/sql/stores/webhook-store.ts";
import { type Actor, Audit, actingAs } from "../../server/src/core/audit/index.ts";
import type { DashboardShare } from "../../server/src/core/dashboard-shares/index.ts";
import {
  Dashboards,
  DashboardTrash,
  DashboardVersions,
  HomeDashboards,
  namesIn,
  settled,
} from "../../server/src/core/dashboards/index.ts";
import { Projects, type Reach, wholeTenant } from "../../server/src/core/projects/index.ts";
import {
  type AuthorityId,
  type CredentialsId,
  type DeviceId,
  newId,
  type ProjectId,
  type ShareId,
  type TenantId,
  type UserId,
  type WebhookId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { plainDevice } from "../support/plain-device.ts";

const text = (markdown: string) => ({ kind: "TEXT", version: 1, options: { markdown } });

/** A page with these widgets one below the other. */
const withWidgets = (widgets: DashboardConfiguration["widgets"]): DashboardConfiguration => ({
  ...emptyConfiguration(),
  widgets,
  pages: [
    {
      ...{ id: "overview", title: "Overview" },
      layout: Object.keys(widgets).map((widget, at) => ({ widget, x: 0, y: at * 4, w: 24, h: 4 })),
    },
  ],
});
const saying = (markdown: string) => withWidgets({ note: text(markdown) });

onEveryDatabase("Dashboards", (open) => {
  async function arrange(limits = { perTenant: 100, versions: 5, versionBytes: 100_000 }) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    let now = 1_000;
    const clock = () => epochMs(now);
    const tenantId = newId<TenantId>();
    const tenants = new SqlTenantStore(database);
    await tenants.create({ id: tenantId, createdTime: clock(), name: "lab" });
    const transactions = new SqlTransactions(database);
    const audit = new Audit({ store: new SqlAuditStore(database), transactions, clock });
    const events = new LocalBus((error) => {
      throw error;
    });
    const projects = new Projects(
      { store: new SqlProjectStore(database), transactions, audit, events, clock },
      { perTenant: 100, depth: 4 },
    );
    const store = new SqlDashboardStore(database);
    const dashboards = new Dashboards({ store, projects, audit, events, clock, limits });
    const reach = wholeTenant(tenantId);
    const project = async (name: string): Promise<ProjectId> =>
      (await projects.create(reach, { name, description: null, parentId: null })).id;
    const users = new SqlUserStore(database);
    const assigned = async (name: string): Promise<{ userId: UserId; authorityId: AuthorityId }> => {
      const made = { id: newId<UserId>(), username: name, firstName: null, lastName: null, passwordHash: "hash" };
      const assignment = { id: newId<AuthorityId>(), role: "VIEWER", tenantId, createdTime: clock() } as const;
      await users.create({ ...made, createdTime: clock() }, assignment);
      return { userId: made.id, authorityId: assignment.id };
    };
    const user = async (name: string): Promise<UserId> => (await assigned(name)).userId;
    return {
      ...{ database, tenants, tenantId, reach, store, dashboards, projects, project, audit, user, users, assigned },
      shares: new SqlDashboardShareStore(database),
      versions: new DashboardVersions({ store, dashboards }),
      trash: new DashboardTrash({ store, audit, events, clock, keepMs: 1_000 }),
      homes: new HomeDashboards({ store, dashboards, audit }),
      create: (title: string, configuration = saying("one"), projectId: ProjectId | null = null) =>
        dashboards.create(reach, { title, configuration, projectId }),
      titles: async (within: Reach = reach, over: { textSearch?: string; descending?: boolean } = {}) => {
        const query = { ...within, textSearch: undefined, sortProperty: "title" as const, descending: false, ...over };
        return (await dashboards.list(query, { page: 0, limit: 100 })).data.map(({ title }) => title);
      },
      pass: (ms: number) => {
        now += ms;
      },
      [Symbol.asyncDispose]: dispose,
    };
  }

  const only = (reach: Reach, ...projects: ProjectId[]): Reach => ({ ...reach, projects: new Set(projects) });

  const ada: Actor = { kind: "user", userId: null, name: "ada", address: null, tenantId: null };

  test("[DSH2] one is made, read, saved and listed; each save is a version", async () => {
    await using at = await arrange();
    const made = await at.create("Pumps");
    at.pass(5);

    const saved = await actingAs({ ...ada, tenantId: at.tenantId }, () =>
      at.dashboards.save(at.reach, made.id, { title: "All pumps", configuration: saying("two") }, 1),
    );

    expect(await at.dashboards.require(at.reach, made.id)).toEqual(saved);
    expect(saved).toMatchObject({
      title: "All pumps",
      version: 2,
      savedTime: 1_005,
      savedBy: "ada",
      createdTime: 1_000,
    });
    expect(saved.configuration.widgets["note"]).toEqual(text("two"));
    expect(await at.versions.list(at.reach, made.id)).toEqual([
      { version: 2, title: "All pumps", savedTime: 1_005, savedBy: "ada" },
      { version: 1, title: "Pumps", savedTime: 1_000, savedBy: null },
    ]);
    expect(await at.titles()).toEqual(["All pumps"]);
  });

  test("[DSH2] of two who save the same version, the second is told who was first, and nothing of theirs is written", async () => {
    await using at = await arrange();
    const { id } = await at.create("Pumps");
    const saves = ["ada", "eve"].map((name) =>
      actingAs({ ...ada, name, tenantId: at.tenantId }, () =>
        at.dashboards.save(at.reach, id, { title: name, configuration: saying(name) }, 1),
      ),
    );

    const outcomes = await Promise.allSettled(saves);

    const winner = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value.title] : []));
    const refusal = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(winner).toHaveLength(1);
    expect(refusal).toMatchObject([
      { code: "DASHBOARD_STALE", params: { version: 2, savedBy: winner[0], savedTime: 1_000 } },
    ]);
    expect(await at.dashboards.require(at.reach, id)).toMatchObject({ title: winner[0], version: 2 });
    expect(await at.versions.list(at.reach, id)).toHaveLength(2);
  });

  test("[DSH2] saving what is there already is no version", async () => {
    await using at = await arrange();
    const { id } = await at.create("Pumps");

    const saved = await at.dashboards.save(at.reach, id, { title: "Pumps", configuration: saying("one") }, 1);

    expect(saved.version).toBe(1);
    expect(await at.versions.list(at.reach, id)).toHaveLength(1);
  });

  test("[DSH2] versions differ value by value, and an earlier one becomes the newest", async () => {
    await using at = await arrange();
    const { id } = await at.create("Pumps");
    await at.dashboards.save(at.reach, id, { title: "Pumps", configuration: saying("two") }, 1);

    expect(await at.versions.diff(at.reach, id, 1)).toEqual({
      ...{ from: 1, to: 2, total: 1 },
      changes: [{ path: ["widgets", "note", "options", "markdown"], kind: "CHANGED", before: "one", after: "two" }],
    });
    await expect(at.dashboards.restore(at.reach, id, 1, 1)).rejects.toMatchObject({ code: "DASHBOARD_STALE" });
    await expect(at.dashboards.restore(at.reach, id, 7, 2)).rejects.toMatchObject({
      code: "DASHBOARD_VERSION_NOT_FOUND",
    });

    const restored = await at.dashboards.restore(at.reach, id, 1, 2);

    expect(restored.version).toBe(3);
    expect((await at.versions.diff(at.reach, id, 1, 3)).total).toBe(0);
  });

  test("[DSH2] of versions as many are kept as may be, in number and in bytes, and the newest always", async () => {
    await using at = await arrange({ perTenant: 9, versions: 3, versionBytes: 3_000 });
    const { id } = await at.create("Pumps");
    const save = (markdown: string, version: number) =>
      at.dashboards.save(at.reach, id, { title: "Pumps", configuration: saying(markdown) }, version);
    const kept = async () => (await at.versions.list(at.reach, id)).map(({ version }) => version);

    for (const version of [1, 2, 3]) await save(`text ${version}`, version);
    expect(await kept()).toEqual([4, 3, 2]);

    await save("x".repeat(2_500), 4);
    expect(await kept()).toEqual([5]);

    await save("y".repeat(9_000), 5);
    expect(await kept()).toEqual([6]);
    await expect(at.versions.require(at.reach, id, 1)).rejects.toMatchObject({ code: "DASHBOARD_VERSION_NOT_FOUND" });
  });

  test("[DSH2] what is deleted is in the trash, can be taken back, and goes for good when its time is over", async () => {
    await using at = await arrange();
    const [kept, gone] = [await at.create("Kept"), await at.create("Gone")];
    await at.trash.put(at.reach, kept.id);
    at.pass(500);
    await at.trash.put(at.reach, gone.id);

    expect(await at.titles()).toEqual([]);
    await expect(at.dashboards.require(at.reach, kept.id)).rejects.toMatchObject({ code: "DASHBOARD_NOT_FOUND" });
    await expect(at.trash.put(at.reach, kept.id)).rejects.toMatchObject({ code: "DASHBOARD_NOT_FOUND" });
    const save = at.dashboards.save(at.reach, kept.id, { title: "x" }, 1);
    await expect(save).rejects.toMatchObject({ code: "DASHBOARD_NOT_FOUND" });
    expect(await at.trash.list(at.reach, { page: 0, limit: 10 })).toMatchObject({
      ...{
        totalElements: 2,
        data: [
          { title: "Gone", deletedTime: 1_500 },
          { title: "Kept", deletedTime: 1_000 },
        ],
      },
    });

    await at.trash.takeBack(at.reach, kept.id);
    at.pass(999);
    await at.trash.removeOld();
    expect(await at.trash.list(at.reach, { page: 0, limit: 10 })).toMatchObject({ totalElements: 1 });
    at.pass(2);
    await at.trash.removeOld();

    expect(await at.trash.list(at.reach, { page: 0, limit: 10 })).toMatchObject({ totalElements: 0 });
    expect(await at.titles()).toEqual(["Kept"]);
    expect((await at.versions.list(at.reach, kept.id)).length).toBe(1);
    expect(await at.store.versions(gone.id)).toEqual([]);
    await expect(at.trash.takeBack(at.reach, gone.id)).rejects.toMatchObject({ code: "DASHBOARD_NOT_FOUND" });
  });

  test("[DSH2] one in the trash is removed for good by hand; one that is not there is not", async () => {
    await using at = await arrange();
    const { id } = await at.create("Pumps");

    await expect(at.trash.purge(at.reach, id)).rejects.toMatchObject({ code: "DASHBOARD_NOT_FOUND" });
    await at.trash.put(at.reach, id);
    await at.trash.purge(at.reach, id);

    expect(await at.store.versions(id)).toEqual([]);
  });

  test("[DSH2] a tenant has as many as it may, those in the trash counted, however many come at once", async () => {
    await using at = await arrange({ perTenant: 3, versions: 5, versionBytes: 100_000 });
    const first = await at.create("first");
    await at.trash.put(at.reach, first.id);

    const outcomes = await Promise.allSettled(["a", "b", "c", "d"].map((title) => at.create(title)));

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(outcomes.find((one) => one.status === "rejected")).toMatchObject({
      reason: { code: "DASHBOARDS_TOO_MANY", params: { most: 3 } },
    });
    await at.trash.purge(at.reach, first.id);
    await at.create("e");
  });

  test("[PRJ1] what is outside of one's projects does not exist, in the trash neither", async () => {
    await using at = await arrange();
    const [north, south] = [await at.project("north"), await at.project("south")];
    const mine = await at.create("Mine", saying("a"), north);
    const theirs = await at.create("Theirs", saying("b"), south);
    const root = await at.create("Root");
    const within = only(at.reach, north);
    const refused = { code: "DASHBOARD_NOT_FOUND" };

    expect(await at.titles(within)).toEqual(["Mine"]);
    expect(await at.titles(only(at.reach))).toEqual([]);
    expect((await at.dashboards.some(within, [root.id, theirs.id, mine.id, mine.id])).map(({ id }) => id)).toEqual([
      mine.id,
    ]);
    for (const id of [theirs.id, root.id]) {
      await expect(at.dashboards.require(within, id)).rejects.toMatchObject(refused);
      await expect(at.dashboards.save(within, id, { title: "x" }, 1)).rejects.toMatchObject(refused);
      await expect(at.dashboards.restore(within, id, 1, 1)).rejects.toMatchObject(refused);
      await expect(at.versions.list(within, id)).rejects.toMatchObject(refused);
      await expect(at.versions.require(within, id, 1)).rejects.toMatchObject(refused);
      await expect(at.versions.diff(within, id, 1)).rejects.toMatchObject(refused);
      await expect(at.trash.put(within, id)).rejects.toMatchObject(refused);
    }
    const create = at.dashboards.create(within, { title: "x", projectId: south });
    await expect(create).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
    const move = at.dashboards.save(within, mine.id, { title: "Mine", projectId: null }, 1);
    await expect(move).rejects.toMatchObject({ code: "PROJECT_NEEDED" });

    await at.trash.put(at.reach, theirs.id);
    expect(await at.trash.list(within, { page: 0, limit: 10 })).toMatchObject({ totalElements: 0 });
    await expect(at.trash.takeBack(within, theirs.id)).rejects.toMatchObject(refused);
    await expect(at.trash.purge(within, theirs.id)).rejects.toMatchObject(refused);
  });

  test("[PRJ1] a project with dashboards stays; one whose dashboards are in the trash goes, and they come back to the root", async () => {
    await using at = await arrange();
    const north = await at.project("north");
    const { id } = await at.create("Pumps", saying("a"), north);

    await expect(at.projects.remove(at.reach, north)).rejects.toMatchObject({
      ...{ code: "PROJECT_IN_USE", params: { kind: "dashboards" } },
    });
    await at.trash.put(at.reach, id);
    await at.projects.remove(at.reach, north);

    expect(await at.trash.takeBack(at.reach, id)).toMatchObject({ projectId: null });
  });

  test("[DSH2] lists search, sort and page without regard to case", async () => {
    await using at = await arrange();
    for (const title of ["beta", "Alpha", "gamma 100%", "ALPHABET"]) await at.create(title);

    expect(await at.titles()).toEqual(["Alpha", "ALPHABET", "beta", "gamma 100%"]);
    expect(await at.titles(at.reach, { textSearch: "aLPHA", descending: true })).toEqual(["ALPHABET", "Alpha"]);
    expect(await at.titles(at.reach, { textSearch: "%" })).toEqual(["gamma 100%"]);
    const streamed: string[] = [];
    const query = { ...at.reach, textSearch: "a", sortProperty: "title" as const, descending: false };
    for await (const some of at.dashboards.stream(query)) streamed.push(...some.map(({ title }) => title));
    expect(streamed).toEqual(["Alpha", "ALPHABET", "beta", "gamma 100%"]);
  });

  test("[DSH2] one's own choice opens first, else the tenant's; neither when it is in the trash or out of reach", async () => {
    await using at = await arrange();
    const north = await at.project("north");
    const [own, common] = [await at.create("Own", saying("a"), north), await at.create("Common")];
    const user = await at.user("ada");
    const home = async (reach = at.reach) => (await at.homes.of(reach, user))?.title;

    expect(await home()).toBeUndefined();
    await at.homes.chooseForTenant(at.reach, common.id);
    expect(await home()).toBe("Common");
    expect(await home(only(at.reach, north))).toBeUndefined();
    await at.homes.choose(at.reach, user, own.id);
    expect([await home(), await home(only(at.reach, north))]).toEqual(["Own", "Own"]);
    await at.trash.put(at.reach, own.id);
    expect(await home()).toBe("Common");
    await at.homes.choose(at.reach, user, null);
    await at.homes.chooseForTenant(at.reach, null);
    expect(await home()).toBeUndefined();
  });

  test("[DSH2] a dashboard that travels finds what has the same names where it comes, within reach", async () => {
    await using at = await arrange();
    const [north, south] = [await at.project("north"), await at.project("south")];
    const names = new SqlReferenceNames(at.database);
    const devices = new SqlDeviceStore(at.database);
    const device = async (name: string, projectId: ProjectId | null) => {
      const made = plainDevice({ tenantId: at.tenantId, projectId, name });
      const credentials = {
        id: newId<CredentialsId>(),
        deviceId: made.id,
        createdTime: epochMs(1),
        token: `t-${made.id}`,
      };
      await devices.create({ device: made, credentials });
      return made.id;
    };
    const [here, theirs] = [await device("P-01", north), await device("P-02", south)];
    const [far, farther, nameless] = [newId<DeviceId>(), newId<DeviceId>(), newId<DeviceId>()];
    const showing = (...deviceIds: string[]) =>
      withWidgets({ a: { kind: "ALARM_LIST", version: 1, options: { devices: { kind: "DEVICES", deviceIds } } } });
    const told = {
      devices: { [far]: "P-01", [farther]: "P-02", [here]: "renamed" },
      projects: { [newId<ProjectId>()]: "x" },
    };
    const within = only(at.reach, north);

    expect(await namesIn(names, at.reach, showing(here, theirs, far))).toEqual({
      devices: { [here]: "P-01", [theirs]: "P-02" },
    });
    expect(await namesIn(names, within, showing(here, theirs))).toEqual({ devices: { [here]: "P-01" } });
    const sent = showing(far, farther, nameless, here);
    expect(await settled(names, at.reach, sent, told)).toEqual(showing(here, theirs, nameless, here));
    expect(await settled(names, within, sent, told)).toEqual(showing(here, farther, nameless, here));
    expect(await settled(names, only(at.reach), sent, told)).toEqual(sent);
  });

  test("[RUL5] what rules name has names, too: users in their tenants, webhooks of a project within reach and of none for all", async () => {
    await using at = await arrange();
    const [north, south] = [await at.project("north"), await at.project("south")];
    const below = await at.projects.create(at.reach, { name: "south", description: null, parentId: north });
    const names = new SqlReferenceNames(at.database);
    const webhooks = new SqlWebhookStore(at.database);
    const webhook = async (name: string, projectId: ProjectId | null) => {
      const id = newId<WebhookId>();
      const times = { createdTime: epochMs(1), updatedTime: epochMs(1) };
      const sealed = { template: "JSON", url: "sealed", host: "example.org", secret: "sealed", chatId: null } as const;
      await webhooks.insert({ ...{ id, tenantId: at.tenantId, name, projectId }, ...sealed, ...times }, 10);
      return id;
    };
    const [ours, theirs, common] = [await webhook("a", north), await webhook("b", south), await webhook("c", null)];
    const user = await at.user("Ada");
    const elsewhere = { ...at.reach, tenantId: newId<TenantId>() };

    expect(await names.namesOf(only(at.reach, north), "webhooks", [ours, theirs, common])).toEqual(
      new Map([
        [ours, "a"],
        [common, "c"],
      ]),
    );
    expect(await names.idsOf(at.reach, "webhooks", ["b", "x"])).toEqual(new Map([["b", [theirs]]]));
    expect(await names.idsOf(at.reach, "users", ["Ada"])).toEqual(new Map([["Ada", [user]]]));
    expect(await names.namesOf(elsewhere, "users", [user])).toEqual(new Map());
    const both = (await names.idsOf(at.reach, "projects", ["south"])).get("south")?.toSorted();
    expect(both).toEqual([south, below.id].toSorted());
    for (const kind of ["roles", "reports", "deviceGroups"] as const)
      expect(await names.idsOf(at.reach, kind, ["x"])).toEqual(new Map());
  });

  test("[DSH1] what is no dashboard is refused and says where; nothing is stored", async () => {
    await using at = await arrange();
    const refused = (widgets: DashboardConfiguration["widgets"]) =>
      expect(at.create("Pumps", withWidgets(widgets))).rejects;

    await refused({ a: { kind: "HOLOGRAM", version: 1, options: {} } }).toMatchObject({
      message: "The dashboard makes no sense: widget a: HOLOGRAM is no kind of widget",
    });
    await refused({ a: { kind: "TEXT", version: 2, options: {} } }).toMatchObject({
      message: expect.stringContaining("version 2 of TEXT is newer than this server, which knows 1"),
    });
    await refused({ a: { kind: "TEXT", version: 1, options: {} } }).toMatchObject({
      message: "The dashboard makes no sense: widget a: options: markdown is required",
    });
    await refused({ a: { kind: "TEXT", version: 1, options: { markdown: "", html: "<b>" } } }).toMatchObject({
      message: expect.stringContaining("must not have html"),
    });
    await refused({ a: { kind: "LINK", version: 1, options: { url: "javascript:alert(1)" } } }).toMatchObject({
      message: expect.stringContaining("url must be an address that begins with https:// or http://"),
    });
    expect(await at.titles()).toEqual([]);
  });

  test("[DSH1] widgets of another version of this program stay as they are, until somebody changes them", async () => {
    await using at = await arrange();
    const { id, ...made } = await at.create("Pumps");
    const future = { kind: "HOLOGRAM", version: 3, options: { depth: 2 } };
    const configuration = withWidgets({ note: text("one"), ghost: future });
    const stored = { ...made, id, version: 2, configuration: JSON.stringify(configuration) };
    await at.store.save(stored, { versions: 5, versionBytes: 100_000 });

    const saved = await at.dashboards.save(at.reach, id, { title: "Renamed", configuration }, 2);

    expect(saved.configuration.widgets["ghost"]).toEqual(future);
    const changed = withWidgets({ note: text("one"), ghost: { ...future, options: { depth: 3 } } });
    const save = at.dashboards.save(at.reach, id, { title: "Renamed", configuration: changed }, 3);
    await expect(save).rejects.toMatchObject({ code: "DASHBOARD_INVALID" });
  });

  const shareOf = (
    maker: { readonly userId: UserId; readonly authorityId: AuthorityId },
    dashboardId: DashboardShare["dashboardId"],
    over: Partial<DashboardShare> = {},
  ): DashboardShare => ({
    ...{ id: newId<ShareId>(), dashboardId, ...maker, name: "Customer", version: 1, passwordHash: null },
    terms: { time: { kind: "LIMITED", longestMs: 60_000, notBefore: null }, variables: {}, embedOrigins: [] },
    ...{ createdTime: epochMs(1), expiresTime: null, lastUsedTime: null },
    ...over,
  });

  test("[DSH6] links are found by the hash of their token, as they were stored, and no more than may be", async () => {
    await using at = await arrange();
    const { id } = await at.create("Pumps");
    const ada = await at.assigned("ada");
    const [first, second] = [
      shareOf(ada, id),
      shareOf(ada, id, { createdTime: epochMs(2), expiresTime: epochMs(9), passwordHash: "argon" }),
    ];

    expect(await at.shares.create(first, "hash 1", 2)).toBe("created");
    expect(await at.shares.create(second, "hash 2", 2)).toBe("created");
    expect(await at.shares.create(shareOf(ada, id), "hash 3", 2)).toBe("too-many");
    expect(await at.shares.create(shareOf(ada, newId()), "hash 4", 2)).toBe("gone");
    expect(await at.shares.findByHash("hash 2")).toEqual(second);
    expect([await at.shares.findByHash("hash 3"), await at.shares.find(newId(), first.id)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await at.shares.listOf(id)).toEqual([second, first].map((share) => ({ ...share, madeBy: "ada" })));
    await at.shares.noteUse(new Map([[first.id, epochMs(7)]]));
    await at.shares.noteUse(new Map([[first.id, epochMs(5)]]));
    expect((await at.shares.findById(first.id))?.lastUsedTime).toBe(7);
    expect([await at.shares.remove(id, first.id), await at.shares.remove(id, first.id)]).toEqual([true, false]);
    expect(await at.shares.findByHash("hash 1")).toBeUndefined();
  });

  test("[DSH6] links of whoever saves go on, those of others keep the version they show, and so does the store", async () => {
    await using at = await arrange({ perTenant: 100, versions: 2, versionBytes: 100_000 });
    const { id } = await at.create("Pumps");
    const [ada, ben] = [await at.assigned("ada"), await at.assigned("ben")];
    const [hers, his] = [shareOf(ada, id), shareOf(ben, id)];
    for (const share of [hers, his]) await at.shares.create(share, `hash ${share.id}`, 10);
    const by = { userId: ada.userId, name: "ada", address: null, tenantId: at.tenantId };
    const save = (version: number, kind: "user" | "opened" = "user") =>
      actingAs({ kind, ...by }, () => at.dashboards.save(at.reach, id, { title: `v${version + 1}` }, version));

    for (const version of [1, 2, 3]) await save(version);
    await save(4, "opened");

    expect((await at.shares.findById(hers.id))?.version).toBe(4);
    expect((await at.shares.findById(his.id))?.version).toBe(1);
    expect((await at.store.versions(id)).map(({ version }) => version)).toEqual([5, 4, 1]);
  });

  test("[DSH6] a link stays when its maker brings back an earlier version, which may be somebody else's", async () => {
    await using at = await arrange();
    const { id } = await at.create("Pumps");
    const [ada, ben] = [await at.assigned("ada"), await at.assigned("ben")];
    const as = <T>({ userId }: typeof ada, work: () => Promise<T>) =>
      actingAs({ kind: "user", userId, name: "x", address: null, tenantId: at.tenantId }, work);
    await as(ben, () => at.dashboards.save(at.reach, id, { title: "Ben's" }, 1));
    await as(ada, () => at.dashboards.save(at.reach, id, { title: "Ada's" }, 2));
    const hers = shareOf(ada, id, { version: 3 });
    await at.shares.create(hers, "hash", 10);

    await as(ada, () => at.dashboards.restore(at.reach, id, 2, 3));

    expect((await at.shares.findById(hers.id))?.version).toBe(3);
  });

  test("[DSH6] a link stays where what it fixes is no variable any more, and where somebody else saved in between", async () => {
    await using at = await arrange();
    const [ada, ben] = [await at.assigned("ada"), await at.assigned("ben")];
    const made = await at.create("Pumps");
    const configuration = (name: string): DashboardConfiguration => ({
      ...made.configuration,
      variables: [{ kind: "DEVICE", name }],
    });
    const save = ({ userId }: typeof ada, version: number, variable: string) => {
      const by = { kind: "user" as const, userId, name: "x", address: null, tenantId: at.tenantId };
      const change = { title: `v${version}`, configuration: configuration(variable) };
      return actingAs(by, () => at.dashboards.save(at.reach, made.id, change, version));
    };
    await save(ada, 1, "customer");
    const terms = {
      ...shareOf(ada, made.id).terms,
      variables: { customer: { kind: "DEVICES", devices: { kind: "ALL" } } },
    } as const;
    const [fixed, plain] = [shareOf(ada, made.id, { version: 2, terms }), shareOf(ada, made.id, { version: 2 })];
    for (const share of [fixed, plain]) await at.shares.create(share, `hash ${share.id}`, 10);
    const shown = async () =>
      (await Promise.all([fixed, plain].map(({ id }) => at.shares.findById(id)))).map((one) => one?.version);

    await save(ada, 2, "client");
    expect(await shown()).toEqual([2, 3]);
    await save(ben, 3, "client");
    await save(ada, 4, "customer");

    expect(await shown()).toEqual([2, 3]);
  });

  test("[DSH6] links go with their maker's assignment and with their dashboard", async () => {
    await using at = await arrange();
    const [kept, gone] = [await at.create("Pumps"), await at.create("Gone")];
    const [ada, ben] = [await at.assigned("ada"), await at.assigned("ben")];
    const [hers, his, ofGone] = [shareOf(ada, kept.id), shareOf(ben, kept.id), shareOf(ada, gone.id)];
    for (const share of [hers, his, ofGone]) await at.shares.create(share, `hash ${share.id}`, 10);

    await at.users.unassign(at.tenantId, ben.userId);
    await at.trash.put(at.reach, gone.id);
    await at.trash.purge(at.reach, gone.id);

    const left = await Promise.all([hers, his, ofGone].map(({ id }) => at.shares.findById(id)));
    expect(left).toEqual([hers, undefined, undefined]);
  });

  test("[DSH1] a tenant goes with its dashboards, those in projects and in the trash as well", async () => {
    await using at = await arrange();
    const [kept, north] = [await at.create("Pumps"), await at.project("north")];
    await at.create("North", saying("a"), north);
    await at.trash.put(at.reach, (await at.create("Gone", saying("a"), north)).id);

    await at.tenants.remove(at.tenantId);

    expect(await at.titles()).toEqual([]);
    expect(await at.store.versions(kept.id)).toEqual([]);
  });
});
