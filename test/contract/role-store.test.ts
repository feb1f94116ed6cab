import { expect, test } from "vitest";
import { SqlInvitationStore } from "../../server/src/adapters/sql/stores/invitation-store.ts";
import { SqlRoleStore } from "../../server/src/adapters/sql/stores/role-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import type { NewGrant, OwnRole } from "../../server/src/core/access/index.ts";
import { newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const time = epochMs(1);

onEveryDatabase("RoleStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenantId = newId<TenantId>();
    await new SqlTenantStore(database).create({ id: tenantId, createdTime: time, name: "lab" });
    const store = new SqlRoleStore(database);
    const users = new SqlUserStore(database);
    const role = async (name: string): Promise<OwnRole> => {
      const content = { name, description: null, permissions: ["VIEW_DEVICES"] } as const;
      const made: OwnRole = { ...content, id: newId(), tenantId, createdTime: time, version: 1 };
      expect(await store.insert(made)).toBe("created");
      return made;
    };
    const person = (username: string) => ({
      ...{ id: newId<UserId>(), createdTime: time, username },
      ...{ firstName: null, lastName: null, passwordHash: "x" },
    });
    const assignment = (grants: readonly NewGrant[] = []) =>
      ({ id: newId<never>(), role: "VIEWER", tenantId, createdTime: time, grants }) as const;
    const invitations = new SqlInvitationStore(database);
    const parts = { tenantId, store, users, role, person, assignment, invitations };
    return { ...parts, [Symbol.asyncDispose]: dispose };
  }

  const held = ({ id }: OwnRole): NewGrant => ({ role: { kind: "own", id }, projectId: null });

  test("[ROL1] roles are kept by name, which is theirs in the tenant in any case", async () => {
    await using at = await arrange();
    const [b, a] = [await at.role("beta"), await at.role("Alpha")];

    expect((await at.store.list(at.tenantId)).map(({ name }) => name)).toEqual(["Alpha", "beta"]);
    expect(await at.store.find(at.tenantId, b.id)).toEqual(b);
    expect(await at.store.findByName(at.tenantId, "ALPHA")).toEqual(a);
    expect(await at.store.find(newId(), a.id)).toBeUndefined();
    expect(await at.store.insert({ ...a, id: newId(), name: "BETA" })).toBe("name-taken");
    expect(await at.store.insert({ ...a, id: newId(), name: "x", tenantId: newId() })).toBe("no-such-tenant");
    expect(await at.store.update({ ...a, name: "Beta", version: 2 })).toBe("name-taken");
  });

  test("[ROL1] of two who change one version, one is told so", async () => {
    await using at = await arrange();
    const role = await at.role("a");

    const change = (name: string) => at.store.update({ ...role, name, version: 2 });
    expect((await Promise.all([change("x"), change("y")])).sort()).toEqual(["changed", "updated"]);
  });

  test("[ROL1] one that somebody holds, or is invited into, stays", async () => {
    await using at = await arrange();
    const [role, other] = [await at.role("a"), await at.role("b")];
    const ada = at.person("ada");
    await at.users.create(ada, at.assignment([held(role)]));

    expect(await at.store.remove(at.tenantId, role.id)).toBe("held");
    expect(await at.store.holdersOf(role.id)).toMatchObject([{ userId: ada.id, username: "ada" }]);
    expect((await at.store.list(at.tenantId)).map(({ holders }) => holders)).toEqual([1, 0]);
    const content = {
      tenantId: at.tenantId,
      username: "grace",
      role: "VIEWER",
      ...{ invitedBy: null, invitedWithKey: null },
      grants: [held(other)],
    } as const;
    const invitation = { id: newId<never>(), ...content, createdTime: time, expiresTime: epochMs(9) };
    expect(await at.invitations.save(invitation, "hash")).toEqual([]);
    expect(await at.store.remove(at.tenantId, other.id)).toBe("held");

    const grace = at.person("grace");
    expect(await at.invitations.accept(invitation.id, grace, at.assignment())).toBe("accepted");
    expect((await at.users.findInTenant(at.tenantId, grace.id))?.grants).toMatchObject([{ role: { name: "b" } }]);
    await at.users.changeAccess(at.tenantId, grace.id, { role: "VIEWER", grants: [] });
    expect(await at.store.remove(at.tenantId, other.id)).toBe("removed");
    expect(await at.store.remove(at.tenantId, other.id)).toBe("not-found");
  });

  test("[AUTH7] a role of an invitation that ended, or was withdrawn, is free", async () => {
    await using at = await arrange();
    const role = await at.role("a");
    const content = {
      tenantId: at.tenantId,
      username: "grace",
      role: "VIEWER",
      ...{ invitedBy: null, invitedWithKey: null },
      grants: [held(role)],
    } as const;
    const invitation = { id: newId<never>(), ...content, createdTime: time, expiresTime: epochMs(9) };
    await at.invitations.save(invitation, "hash");
    expect((await at.invitations.find("hash"))?.grants).toMatchObject([{ role: { name: "a" }, projects: "all" }]);

    await at.invitations.withdraw(at.tenantId, invitation.id);

    expect(await at.store.remove(at.tenantId, role.id)).toBe("removed");
  });
});
