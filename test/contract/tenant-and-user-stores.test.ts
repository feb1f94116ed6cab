import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlSessionStore } from "../../server/src/adapters/sql/stores/session-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { SqlVisitStore } from "../../server/src/adapters/sql/stores/visit-store.ts";
import type { User } from "../../server/src/core/access/index.ts";
import { newId, type SessionId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const tenant = (name: string) => ({ id: newId<TenantId>(), name, createdTime: epochMs(1_000) });
const user = (username = `user ${randomUUID()}`): User => ({
  id: newId(),
  createdTime: epochMs(2_000),
  username,
  firstName: "Ada",
  lastName: null,
  passwordHash: "hash",
});
const assignment = (
  tenantId: TenantId | undefined,
  role: "TENANT_ADMIN" | "VIEWER" | "SYS_ADMIN",
  createdTime = 3_000,
) => ({
  id: newId<never>(),
  role,
  tenantId,
  createdTime: epochMs(createdTime),
});

onEveryDatabase("tenants, users and sessions", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const stores = {
      tenants: new SqlTenantStore(database),
      users: new SqlUserStore(database),
      sessions: new SqlSessionStore(database),
      visits: new SqlVisitStore(database),
      [Symbol.asyncDispose]: dispose,
    };
    return stores;
  }

  async function arrangeTenant() {
    const stores = await arrange();
    const lab = tenant("Rail Lab");
    await stores.tenants.create(lab);
    return { ...stores, lab };
  }

  test("a tenant's name is unique without regard to case, accents kept apart", async () => {
    await using stores = await arrange();

    expect(await stores.tenants.create(tenant("Ärzte"))).toBe("created");
    expect(await stores.tenants.create(tenant("äRZTE"))).toBe("name-taken");
    expect(await stores.tenants.create(tenant("Arzte"))).toBe("created");
    expect(await stores.tenants.findByName("ÄRZTE")).toMatchObject({ name: "Ärzte", createdTime: 1_000 });
  });

  test("tenants are listed by name, page by page and as a stream", async () => {
    await using stores = await arrange();
    for (const name of ["b", "A", "ß", "c"]) await stores.tenants.create(tenant(name));

    const second = await stores.tenants.list({ page: 1, limit: 3 });
    const streamed = (await Array.fromAsync(stores.tenants.stream())).flat();

    expect(second).toMatchObject({ totalElements: 4, totalPages: 2, hasNext: false });
    expect(second.data.map(({ name }) => name)).toEqual(["ß"]);
    expect(streamed.map(({ name }) => name)).toEqual(["A", "b", "c", "ß"]);
  });

  test("[AUTH6] a user name is unique without regard to case", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;

    expect(await users.create(user("Ada@Example.org"), assignment(lab.id, "VIEWER"))).toBe("created");
    expect(await users.create(user("ada@example.ORG"), assignment(lab.id, "VIEWER"))).toBe("name-taken");
    expect(await users.findByName("ADA@EXAMPLE.ORG")).toMatchObject({ username: "Ada@Example.org", lastName: null });
  });

  test("[AUTH6] names that look alike are found, also those from before names had a form", async () => {
    await using stores = await arrangeTenant();
    const { users, tenants, lab } = stores;
    for (const name of ["ada", "\uFF22ob", "eve ", "m\u200Ballory", "Ren\u00E9"]) {
      await users.create(user(name), assignment(lab.id, "VIEWER"));
    }

    for (const name of ["Ada", "\uFF21da", "ada\u200B", "bob", "Eve", "mallory", "rene\u0301"]) {
      expect(await users.hasAlike(name), name).toBe(true);
    }
    for (const name of ["ad", "rene", "bobby", "lab"]) expect(await users.hasAlike(name), name).toBe(false);
    expect(await tenants.hasAlike("\uFF32ail Lab")).toBe(true);
    expect(await tenants.hasAlike("RailLab")).toBe(false);
    expect(await users.findByName("\uFF22OB")).toMatchObject({ username: "\uFF22ob" }); // and goes on logging in
  });

  test("a user without its tenant is not created at all", async () => {
    await using stores = await arrange();
    const ada = user();

    expect(await stores.users.create(ada, assignment(newId(), "VIEWER"))).toBe("no-such-tenant");
    expect(await stores.users.findByName(ada.username)).toBeUndefined();
  });

  test("a user has one assignment per tenant, oldest first", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;
    const ada = user();
    await users.create(ada, assignment(lab.id, "VIEWER", 5));

    expect(await users.assign(ada.id, assignment(lab.id, "TENANT_ADMIN"))).toBe("already-assigned");
    expect(await users.assign(ada.id, assignment(newId(), "VIEWER"))).toBe("no-such-tenant");
    expect(await users.assign(newId(), assignment(lab.id, "VIEWER"))).toBe("no-such-user");
    expect(await users.assignmentsOf(ada.id)).toMatchObject([{ role: "VIEWER" }]);
  });

  test("[AUTH7] a system administrator is nothing else, and nobody else becomes one", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;
    const [ada, system] = [user(), user()];
    await users.create(ada, assignment(lab.id, "VIEWER"));
    await users.create(system, assignment(undefined, "SYS_ADMIN"));

    expect(await users.assign(ada.id, assignment(undefined, "SYS_ADMIN"))).toBe("excluded-role");
    expect(await users.assign(system.id, assignment(lab.id, "VIEWER"))).toBe("excluded-role");
    expect(await users.assign(system.id, assignment(undefined, "SYS_ADMIN"))).toBe("already-assigned");
  });

  test("[AUTH6] the last administrator stays; any other may go or change", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;
    const [ada, grace] = [user(), user()];
    await users.create(ada, assignment(lab.id, "TENANT_ADMIN"));

    expect(await users.changeAccess(lab.id, ada.id, { role: "VIEWER", grants: [] })).toBe("last-administrator");
    expect(await users.unassign(lab.id, ada.id)).toBe("last-administrator");
    expect(await users.changeAccess(lab.id, ada.id, { role: "TENANT_ADMIN", grants: [] })).toBe("done");
    expect(await users.changeAccess(lab.id, grace.id, { role: "VIEWER", grants: [] })).toBe("not-found");

    await users.create(grace, assignment(lab.id, "TENANT_ADMIN"));
    expect(await users.unassign(lab.id, ada.id)).toBe("done");
    expect(await users.findById(ada.id)).toBeUndefined();
    expect((await users.listInTenant(lab.id, { page: 0, limit: 10 })).data).toMatchObject([{ id: grace.id }]);
  });

  test("[AUTH6] two administrators who remove each other at once leave one", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;
    const administrators = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = user();
        await users.create(one, assignment(lab.id, "TENANT_ADMIN"));
        return one.id;
      }),
    );

    const outcomes = await Promise.all(administrators.map((id) => users.unassign(lab.id, id)));

    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "last-administrator")).toHaveLength(1);
  });

  test("ending an assignment keeps a user who has another one", async () => {
    await using stores = await arrangeTenant();
    const { users, tenants, lab } = stores;
    const other = tenant("Other");
    await tenants.create(other);
    const ada = user();
    await users.create(user(), assignment(lab.id, "TENANT_ADMIN"));
    await users.create(ada, assignment(lab.id, "VIEWER"));
    await users.assign(ada.id, assignment(other.id, "VIEWER"));

    await users.unassign(lab.id, ada.id);

    expect(await users.assignmentsOf(ada.id)).toMatchObject([{ tenant: { id: other.id } }]);
  });

  test("[AUTH6] a user who loses the last two assignments at once is removed, whoever ends them", async () => {
    await using stores = await arrangeTenant();
    const { users, tenants, lab } = stores;
    await users.create(user(), assignment(lab.id, "TENANT_ADMIN"));

    for (let round = 0; round < 10; round++) {
      const [second, third, ada, grace] = [tenant(`Second ${round}`), tenant(`Third ${round}`), user(), user()];
      for (const one of [second, third]) await tenants.create(one);
      await users.create(user(), assignment(second.id, "TENANT_ADMIN"));
      for (const one of [ada, grace]) await users.create(one, assignment(second.id, "VIEWER"));
      await users.assign(ada.id, assignment(lab.id, "VIEWER"));
      await users.assign(grace.id, assignment(third.id, "VIEWER"));
      await Promise.all([users.unassign(lab.id, ada.id), users.unassign(second.id, ada.id)]);
      await Promise.all([tenants.remove(second.id), tenants.remove(third.id)]);

      expect([await users.findById(ada.id), await users.findById(grace.id)]).toEqual([undefined, undefined]);
    }
  });

  test("assigning a user who was just removed says that it is the user who is missing", async () => {
    await using stores = await arrangeTenant();

    expect(await stores.users.assign(newId(), assignment(stores.lab.id, "VIEWER"))).toBe("no-such-user");
  });

  test("removing a tenant takes its users along, except those with another assignment", async () => {
    await using stores = await arrangeTenant();
    const { users, tenants, lab } = stores;
    const other = tenant("Other");
    await tenants.create(other);
    const [only, both, system] = [user(), user(), user()];
    for (const one of [only, both]) await users.create(one, assignment(lab.id, "VIEWER"));
    await users.assign(both.id, assignment(other.id, "VIEWER"));
    await users.create(system, assignment(undefined, "SYS_ADMIN"));

    expect(await tenants.remove(lab.id)).toBe(true);
    expect(await tenants.remove(lab.id)).toBe(false);
    expect(await users.findById(only.id)).toBeUndefined();
    expect(await users.assignmentsOf(both.id)).toHaveLength(1);
    expect(await users.assignmentsOf(system.id)).toHaveLength(1);
  });

  test("users are listed by name without regard to case, page by page and as a stream", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;
    for (const name of ["Berta", "anna", "Cäsar"]) await users.create(user(name), assignment(lab.id, "VIEWER"));

    const page = await users.listInTenant(lab.id, { page: 0, limit: 2 });
    const streamed = (await Array.fromAsync(users.streamInTenant(lab.id))).flat();

    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: true });
    expect(streamed.map(({ username }) => username)).toEqual(["anna", "Berta", "Cäsar"]);
    expect(await users.findInTenant(newId(), streamed[0]?.id ?? newId<UserId>())).toBeUndefined();
  });

  test("a name and a password can be changed", async () => {
    await using stores = await arrangeTenant();
    const { users, lab } = stores;
    const ada = user();
    await users.create(ada, assignment(lab.id, "VIEWER"));

    await users.setPassword(ada.id, "other hash");
    await users.setName(ada.id, { firstName: null, lastName: "Lovelace" });

    expect(await users.findById(ada.id)).toMatchObject({
      passwordHash: "other hash",
      firstName: null,
      lastName: "Lovelace",
    });
  });

  async function arrangeSession() {
    const stores = await arrangeTenant();
    const ada = user();
    const viewer = assignment(stores.lab.id, "VIEWER");
    await stores.users.create(user(), assignment(stores.lab.id, "TENANT_ADMIN"));
    await stores.users.create(ada, viewer);
    const session = (expiresTime = 9_000) => ({
      id: newId<never>(),
      userId: ada.id,
      authorityId: viewer.id,
      generation: 0,
      createdTime: epochMs(1),
      expiresTime: epochMs(expiresTime),
      lastUsedTime: epochMs(1),
      address: "192.0.2.7",
      userAgent: null,
      isVerified: false,
      openedTenantId: null,
    });
    return { ...stores, ada, session };
  }

  test("a session is found with its user and assignment as they are now", async () => {
    await using stores = await arrangeSession();
    const { sessions, users, lab, ada } = stores;
    const session = stores.session();
    await sessions.create(session, "hash");

    await users.changeAccess(lab.id, ada.id, { role: "OPERATOR", grants: [] });

    expect(await sessions.find(session.id)).toEqual({
      session,
      user: ada,
      assignment: {
        id: session.authorityId,
        userId: ada.id,
        role: "OPERATOR",
        grants: [],
        tenant: { id: lab.id, name: "Rail Lab" },
      },
    });
  });

  test("[AUTH4] a generation can be advanced once, also when two try at once", async () => {
    await using stores = await arrangeSession();
    const { sessions } = stores;
    const session = stores.session();
    await sessions.create(session, "hash");

    const outcomes = await Promise.all([1, 2, 3].map(() => sessions.advance(session.id, 0, epochMs(10_000))));

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect((await sessions.find(session.id))?.session).toMatchObject({ generation: 1, expiresTime: 10_000 });
  });

  test("[AUTH8] when sessions were last used is kept; an older use and one of an ended session change nothing", async () => {
    await using stores = await arrangeSession();
    const { sessions, ada } = stores;
    const [used, unused, ended] = [stores.session(), stores.session(), stores.session()];
    for (const session of [used, unused, ended]) await sessions.create(session, "hash");
    await sessions.end(ended.id);

    await sessions.noteUse(new Map([used, ended].map(({ id }) => [id, epochMs(5_000)])));
    await sessions.noteUse(new Map([[used.id, epochMs(4_000)]]));
    await sessions.noteUse(new Map());

    const live = await sessions.listOf(ada.id, epochMs(0));
    const uses = new Map(live.map(({ session }) => [session.id, session.lastUsedTime]));
    expect(uses).toEqual(new Map([used, unused].map(({ id }) => [id, id === used.id ? 5_000 : 1])));
  });

  test("[AUTH4] sessions end one by one; a new password ends all, or all but one", async () => {
    await using stores = await arrangeSession();
    const { sessions, users, ada } = stores;
    const [a, b, c] = [stores.session(), stores.session(), stores.session()];
    for (const session of [a, b, c]) await sessions.create(session, "hash");

    await sessions.end(a.id);
    expect(await sessions.find(a.id)).toBeUndefined();
    expect(await users.setPassword(ada.id, "second", b.id)).toEqual([c.id]);
    expect(await sessions.find(b.id)).toBeDefined();
    expect(await users.setPassword(ada.id, "third")).toEqual([b.id]);
    expect(await sessions.find(b.id)).toBeUndefined();
  });

  test("[AUD1] a visit is there until its end is noted, once, however its session ended", async () => {
    await using stores = await arrangeSession();
    const { sessions, visits, tenants, ada } = stores;
    const [own, other] = [stores.session(), stores.session()];
    const [here, gone] = [tenant("Here"), tenant("Gone")];
    for (const one of [here, gone]) await tenants.create(one);
    for (const session of [own, other]) await sessions.create(session, "hash");
    const visit = (sessionId: SessionId, { id, name }: typeof here) => ({
      ...{ sessionId, tenantId: id, tenantName: name },
      ...{ userId: ada.id, username: ada.username, address: null },
    });
    await visits.begin(visit(own.id, here));
    await visits.begin(visit(other.id, gone));
    expect(await visits.past(epochMs(own.expiresTime - 1))).toEqual([]);

    await sessions.end(other.id);
    await tenants.remove(gone.id);

    const ended = { ...visit(other.id, gone), isExpired: false, hasTenant: false };
    expect(await visits.past(epochMs(own.expiresTime - 1))).toEqual([ended]);
    const expired = { ...visit(own.id, here), isExpired: true, hasTenant: true };
    expect(await visits.past(own.expiresTime)).toContainEqual(expired);
    const taken = await Promise.all([1, 2, 3].map(() => visits.take([own.id])));
    expect(taken.flat()).toEqual([visit(own.id, here)]);
    expect(await visits.past(own.expiresTime)).toEqual([ended]);
  });

  test("[AUTH8] of more sessions than a user may have the oldest end, never the one that was just opened", async () => {
    await using stores = await arrangeSession();
    const { sessions, ada } = stores;
    const [newest, older, oldest, own] = [4, 3, 2, 1].map((time) => ({
      ...stores.session(),
      createdTime: epochMs(time),
    }));
    if (!newest || !older || !oldest || !own) throw new Error("four sessions are needed");
    for (const session of [own, older, newest, oldest]) await sessions.create(session, "hash");

    expect(await sessions.endOf(ada.id, { keep: own.id, atMost: 4 })).toEqual([]);
    expect(await sessions.endOf(ada.id, { keep: own.id, atMost: 3 })).toEqual([oldest.id]);
    expect(await sessions.endOf(ada.id, { keep: own.id, atMost: 1 })).toHaveLength(2);
    expect((await sessions.listOf(ada.id, epochMs(0))).map(({ session }) => session.id)).toEqual([own.id]);
  });

  test("[AUTH4] a session is opened only while the verified password is the user's and the assignment is there", async () => {
    await using stores = await arrangeSession();
    const { sessions, users, lab, ada } = stores;
    const [right, outdated, orphan] = [stores.session(), stores.session(), stores.session()];

    expect(await sessions.create(right, "hash")).toBe(true);
    expect(await sessions.create(outdated, "hash of before")).toBe(false);
    expect(await sessions.create({ ...stores.session(), authorityId: newId() }, "hash")).toBe(false);
    await users.unassign(lab.id, ada.id);
    expect(await sessions.create(orphan, "hash")).toBe(false);
    expect(await sessions.find(outdated.id)).toBeUndefined();
  });

  test("[AUTH4] no session opened with the old password outlives the change, also when both happen at once", async () => {
    await using stores = await arrangeSession();
    const { sessions, users, ada } = stores;

    for (let round = 0; round < 10; round++) {
      const opened = Array.from({ length: 4 }, () => stores.session());
      await Promise.all([
        ...opened.map((session) => sessions.create(session, round === 0 ? "hash" : `hash ${round}`)),
        users.setPassword(ada.id, `hash ${round + 1}`),
      ]);

      expect(await Promise.all(opened.map(({ id }) => sessions.find(id)))).toEqual(opened.map(() => undefined));
    }
  });

  test("sessions end with their assignment", async () => {
    await using stores = await arrangeSession();
    const session = stores.session();
    await stores.sessions.create(session, "hash");

    await stores.users.unassign(stores.lab.id, stores.ada.id);

    expect(await stores.sessions.find(session.id)).toBeUndefined();
  });

  test("expired sessions are removed, others stay", async () => {
    await using stores = await arrangeSession();
    const { sessions } = stores;
    const [old, young] = [stores.session(5_000), stores.session(5_001)];
    for (const session of [old, young]) await sessions.create(session, "hash");

    expect(await sessions.removeExpired(epochMs(5_000))).toBe(1);
    expect(await sessions.find(young.id)).toBeDefined();
  });
});
