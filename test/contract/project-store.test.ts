import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlProjectStore } from "../../server/src/adapters/sql/stores/project-store.ts";
import { SqlSessionStore } from "../../server/src/adapters/sql/stores/session-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import type { NewGrant } from "../../server/src/core/access/index.ts";
import { Audit } from "../../server/src/core/audit/index.ts";
import { EventsAfterCommit } from "../../server/src/core/changes/index.ts";
import { type Project, Projects, type Reach, wholeTenant } from "../../server/src/core/projects/index.ts";
import { type DeviceId, newId, type ProjectId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { plainDevice } from "../support/plain-device.ts";

const time = epochMs(1);
const to = (project: ProjectId | null) => ({ to: project, mayMove: () => undefined });

onEveryDatabase("Projects", (open) => {
  async function arrange(limits = { perTenant: 100, depth: 4 }) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenantId = newId<TenantId>();
    await new SqlTenantStore(database).create({ id: tenantId, createdTime: time, name: "lab" });
    const transactions = new SqlTransactions(database);
    const bus = new LocalBus((error) => {
      throw error;
    });
    const events = new EventsAfterCommit(bus, transactions);
    const audit = new Audit({ store: new SqlAuditStore(database), transactions, clock: () => time });
    const store = new SqlProjectStore(database);
    const projects = new Projects({ store, transactions, audit, events, clock: () => time }, limits);
    const reach = wholeTenant(tenantId);
    const add = (name: string, parent?: Project, within: Reach = reach): Promise<Project> =>
      projects.create(within, { name, description: null, parentId: parent?.id ?? null });
    const move = (project: Project, parent: Project | null, within: Reach = reach): Promise<Project> =>
      projects.update(within, project.id, { ...project, parentId: parent?.id ?? null });
    const devices = new SqlDeviceStore(database);
    const device = async (projectId: ProjectId | null, name = newId<DeviceId>() as string): Promise<DeviceId> => {
      const made = plainDevice({ tenantId, projectId, name });
      const credentials = { id: newId(), deviceId: made.id, createdTime: time, token: `token-${made.id}` } as const;
      await devices.create({ device: made, credentials: { ...credentials, id: newId() } });
      return made.id;
    };
    const named = async (within: Reach = reach) => (await projects.list(within)).map(({ name }) => name);
    const world = { database, transactions, tenantId, reach, projects, store, devices, add, move, device, named };
    return { ...world, [Symbol.asyncDispose]: dispose };
  }

  const only = (reach: Reach, ...projects: Project[]): Reach => ({
    ...reach,
    projects: new Set(projects.map(({ id }) => id)),
  });

  test("[PRJ1] a tree is made, renamed and listed with its devices", async () => {
    await using at = await arrange();
    const tunnel = await at.add("Tunnel");
    const north = await at.add("north", tunnel);
    await at.device(north.id);

    await at.projects.update(at.reach, north.id, { name: "North", description: "portal", parentId: tunnel.id });

    expect(await at.projects.list(at.reach)).toMatchObject([
      { name: "North", parentId: tunnel.id, description: "portal", path: [tunnel.id, north.id], deviceCount: 1 },
      { name: "Tunnel", parentId: null, path: [tunnel.id], deviceCount: 0 },
    ]);
  });

  test("[PRJ1] a project moves with everything below it", async () => {
    await using at = await arrange();
    const [a, b] = [await at.add("a"), await at.add("b")];
    const below = await at.add("below", a);
    const deep = await at.add("deep", below);

    await at.move(below, b);

    expect(await at.store.find(at.tenantId, deep.id)).toMatchObject({ path: [b.id, below.id, deep.id] });
    expect((await at.projects.within(at.reach, b.id, true)).projects).toEqual(new Set([b.id, below.id, deep.id]));
    expect((await at.projects.within(at.reach, a.id, true)).projects).toEqual(new Set([a.id]));
    expect((await at.projects.within(at.reach, b.id, false)).projects).toEqual(new Set([b.id]));
  });

  test("[PRJ1] nothing moves below itself, and two moves at once make no circle", async () => {
    await using at = await arrange();
    const [a, b] = [await at.add("a"), await at.add("b")];
    const below = await at.add("below", a);

    await expect(at.move(a, a)).rejects.toMatchObject({ code: "PROJECT_BELOW_ITSELF" });
    await expect(at.move(a, below)).rejects.toMatchObject({ code: "PROJECT_BELOW_ITSELF" });

    const outcomes = await Promise.allSettled([at.move(a, b), at.move(b, a)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const { path, id } of await at.projects.list(at.reach)) expect(path.at(-1)).toBe(id);
  });

  test("[PRJ1] names differ beside each other, in whatever case; elsewhere they may be the same", async () => {
    await using at = await arrange();
    const a = await at.add("Pump");
    const b = await at.add("other");

    await expect(at.add("PUMP")).rejects.toMatchObject({ code: "PROJECT_NAME_TAKEN" });
    const inside = await at.add("pump", b);
    await expect(at.move(inside, null)).rejects.toMatchObject({ code: "PROJECT_NAME_TAKEN" });
    await expect(at.add(" blank")).rejects.toMatchObject({ code: "NAME_FORM" });
    expect(await at.store.find(at.tenantId, inside.id)).toEqual(inside);
    expect(a.name).toBe("Pump");
  });

  test("[PRJ1] the tree has so many levels and projects as the settings say, also by moving", async () => {
    await using at = await arrange({ perTenant: 5, depth: 3 });
    const [a, b] = [await at.add("a"), await at.add("b")];
    const c = await at.add("c", b);
    const d = await at.add("d", c);

    await expect(at.add("e", d)).rejects.toMatchObject({ code: "PROJECT_TOO_DEEP" });
    await expect(at.move(b, a)).rejects.toMatchObject({ code: "PROJECT_TOO_DEEP" });
    await at.move(c, a);
    await at.add("e");
    await expect(at.add("f")).rejects.toMatchObject({ code: "PROJECTS_TOO_MANY" });
  });

  test("[PRJ1] one with projects, devices or assignments stays; an empty one goes", async () => {
    await using at = await arrange();
    const a = await at.add("a");
    const b = await at.add("b", a);
    const device = await at.device(b.id);

    await expect(at.projects.remove(at.reach, a.id)).rejects.toMatchObject({ code: "PROJECT_IN_USE" });
    await expect(at.projects.remove(at.reach, b.id)).rejects.toMatchObject({ code: "PROJECT_IN_USE" });
    await at.devices.move(at.reach, [device], to(null));
    await at.projects.remove(at.reach, b.id);
    await at.projects.remove(at.reach, a.id);

    expect(await at.named()).toEqual([]);
    await expect(at.projects.remove(at.reach, a.id)).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  });

  test("[PRJ1] what is out of reach does not exist, and nothing is put there", async () => {
    await using at = await arrange();
    const [mine, other] = [await at.add("mine"), await at.add("other")];
    const reach = only(at.reach, mine);

    expect(await at.named(reach)).toEqual(["mine"]);
    await expect(at.projects.require(reach, other.id)).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
    await expect(at.add("x", other, reach)).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
    await expect(at.add("x", undefined, reach)).rejects.toMatchObject({ code: "PROJECT_NEEDED" });
    await expect(at.move(mine, other, reach)).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
    await expect(at.projects.requirePlace(wholeTenant(newId()), mine.id)).rejects.toMatchObject({
      code: "PROJECT_NOT_FOUND",
    });
  });

  test("[PRJ1] devices are found, counted and moved by project", async () => {
    await using at = await arrange();
    const [a, b] = [await at.add("a"), await at.add("b")];
    const [one, two, three] = [
      await at.device(a.id, "one"),
      await at.device(b.id, "two"),
      await at.device(null, "three"),
    ];
    const asked = {
      textSearch: undefined,
      type: undefined,
      typeId: undefined,
      active: undefined,
      sortProperty: "name",
    } as const;
    const rest = { ...asked, descending: false, now: time, inactivityTimeoutMs: 1 };
    const find = async (reach: Reach, isUnassigned = false) => {
      const query = { ...rest, reach, isUnassigned };
      const found = await at.devices.page(query, { page: 0, limit: 10 });
      expect(await at.devices.count(query)).toBe(found.length);
      return found.map(({ name }) => name);
    };

    expect(await find(at.reach)).toEqual(["one", "three", "two"]);
    expect(await find(at.reach, true)).toEqual(["three"]);
    expect(await find(only(at.reach, a))).toEqual(["one"]);
    expect(await find(only(at.reach))).toEqual([]);
    expect(await at.devices.typesIn(only(at.reach, a))).toEqual([{ type: "default", count: 1 }]);

    const { moved, within } = await at.devices.move(at.reach, [one, two, three, newId<DeviceId>()], to(b.id));
    expect([...within].sort()).toEqual([one, two, three].sort());
    expect(moved.map(({ id, from }) => [id, from]).sort()).toEqual(
      [
        [one, a.id],
        [three, null],
      ].sort(),
    );
    expect(await at.devices.places(at.tenantId, [one, two])).toEqual(
      new Map([
        [one, b.id],
        [two, b.id],
      ]),
    );
    expect(await at.devices.move(wholeTenant(newId<TenantId>()), [one], to(null))).toEqual({ within: [], moved: [] });
  });

  test("[PRJ1] a device that somebody else moved out of reach meanwhile is not pulled back", async () => {
    await using at = await arrange();
    const [mine, other] = [await at.add("mine"), await at.add("other")];
    const reach = only(at.reach, mine);
    for (let race = 0; race < 20; race++) {
      const device = await at.device(mine.id, `device ${race}`);
      const below = await at.add(`below ${race}`, mine);

      await at.devices.move(at.reach, [device], to(other.id)); // after who asks has looked where it is
      const [late, again] = await Promise.all([
        at.devices.move(reach, [device], to(mine.id)),
        at.devices.move(only(at.reach, mine, below), [device], to(below.id)),
      ]);

      expect([late, again]).toEqual([1, 2].map(() => ({ within: [], moved: [] })));
      expect((await at.devices.places(at.tenantId, [device])).get(device)).toBe(other.id);
    }
  });

  test("[PRJ1] a project that is gone when devices arrive there is told as such", async () => {
    await using at = await arrange();
    const id = await at.device(null);

    await expect(at.devices.move(at.reach, [id], to(newId<ProjectId>()))).rejects.toMatchObject({
      code: "PROJECT_NOT_FOUND",
    });
  });

  test("[PRJ1] where a device is, is known for good to who holds it: whoever moves it comes before or after", async () => {
    await using at = await arrange();
    const other = await at.add("other");
    const id = await at.device(null);
    const { promise: told, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();

    const moving = at.transactions.run(async () => {
      await at.devices.move(at.reach, [id], to(other.id));
      begin();
      await told;
    });
    await begun;
    const held = at.transactions.run(async () => {
      await at.devices.hold(at.tenantId, id);
      return (await at.devices.places(at.tenantId, [id])).get(id);
    });
    await Promise.race([held, sleep(50)]); // without waiting it would be done by now
    goOn();
    await moving;

    expect(await held).toBe(other.id);
  });

  test("[ROL1] what a rule refuses of a move leaves all of it where it was", async () => {
    await using at = await arrange();
    const [a, b] = [await at.add("a"), await at.add("b")];
    const [one, two] = [await at.device(a.id, "one"), await at.device(null, "two")];
    const mayMove = (from: ProjectId | null) => {
      if (from === null) throw new Error("refused");
    };

    await expect(at.devices.move(at.reach, [one, two], { to: b.id, mayMove })).rejects.toThrow("refused");

    expect([...(await at.devices.places(at.tenantId, [one, two])).values()].sort()).toEqual([a.id, null].sort());
  });

  test("[DEV4] a token of a device out of reach is one of elsewhere", async () => {
    await using at = await arrange();
    const [mine, other] = [await at.add("mine"), await at.add("other")];
    const devices = [await at.device(mine.id, "a"), await at.device(other.id, "b"), await at.device(null, "c")];
    const all = await Promise.all(devices.map((id) => at.devices.credentialsOf(at.tenantId, id)));
    const tokens = all.flatMap((credentials) => credentials?.token ?? []);

    expect(await at.devices.tokensElsewhere(at.reach, tokens)).toBe(0);
    expect(await at.devices.tokensElsewhere(only(at.reach, mine), tokens)).toBe(2);
    expect(await at.devices.tokensElsewhere(wholeTenant(newId<TenantId>()), tokens)).toBe(3);
  });

  test("[PRJ1] a parent out of sight stays the parent of what is saved as it is seen", async () => {
    await using at = await arrange();
    const top = await at.add("top");
    const mine = await at.add("mine", top);
    const reach = only(at.reach, mine);
    const as = { name: "renamed", description: null, parentId: null };

    expect(await at.projects.update(reach, mine.id, as)).toMatchObject({ name: "renamed", parentId: top.id });
    expect(await at.projects.update(at.reach, mine.id, as)).toMatchObject({ parentId: null, path: [mine.id] });
  });

  test("[ROL1] a session has the grants of its assignment, with what is below their projects", async () => {
    await using at = await arrange();
    const a = await at.add("a");
    const below = await at.add("below", a);
    const users = new SqlUserStore(at.database);
    const [userId, authorityId] = [newId<UserId>(), newId<never>()];
    const grants: NewGrant[] = [{ role: { kind: "built-in", name: "OPERATOR" }, projectId: a.id }];
    await users.create(
      { id: userId, createdTime: time, username: "ada", firstName: null, lastName: null, passwordHash: "x" },
      { id: authorityId, role: "VIEWER", tenantId: at.tenantId, createdTime: time, grants },
    );
    const sessions = new SqlSessionStore(at.database);
    const origin = { address: null, userAgent: null, isVerified: false, openedTenantId: null };
    const session = {
      id: newId<never>(),
      userId,
      authorityId,
      generation: 0,
      createdTime: time,
      lastUsedTime: time,
      ...origin,
    };
    await sessions.create({ ...session, expiresTime: epochMs(10) }, "x");

    const held = [{ role: { name: "OPERATOR" }, project: { name: "a" }, projects: new Set([a.id, below.id]) }];
    expect((await sessions.find(session.id))?.assignment.grants).toMatchObject(held);
    expect((await users.findInTenant(at.tenantId, userId))?.grants).toMatchObject(held);
    expect((await users.assignmentsOf(userId))[0]?.grants).toMatchObject(held);
    await expect(at.projects.remove(at.reach, below.id)).resolves.toBeUndefined();
    await expect(at.projects.remove(at.reach, a.id)).rejects.toThrow("users or invitations");

    expect(await users.changeAccess(at.tenantId, userId, { role: "OPERATOR", grants: [] })).toBe("done");
    expect((await sessions.find(session.id))?.assignment).toMatchObject({ role: "OPERATOR", grants: [] });
  });

  test("[PRJ1] with its tenant the whole tree goes, and what is in it", async () => {
    await using at = await arrange();
    const a = await at.add("a");
    await at.device((await at.add("below", a)).id);

    expect(await new SqlTenantStore(at.database).remove(at.tenantId)).toBe(true);

    expect(await at.named()).toEqual([]);
  });
});
