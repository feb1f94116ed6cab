import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlApiKeyStore } from "../../server/src/adapters/sql/stores/api-key-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import type { ApiKey } from "../../server/src/core/access/index.ts";
import {
  type ApiKeyId,
  type AuthorityId,
  newId,
  type ProjectId,
  type TenantId,
  type UserId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

onEveryDatabase("API keys", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [tenants, users] = [new SqlTenantStore(database), new SqlUserStore(database)];
    const lab = { id: newId<TenantId>(), name: "Rail Lab", createdTime: epochMs(1) };
    await tenants.create(lab);
    const newUser = async (role: "TENANT_ADMIN" | "VIEWER") => {
      const [userId, authorityId] = [newId<UserId>(), newId<AuthorityId>()];
      const names = { username: randomUUID(), firstName: null, lastName: null };
      const user = { id: userId, createdTime: epochMs(2), ...names, passwordHash: "hash" };
      await users.create(user, { id: authorityId, role, tenantId: lab.id, createdTime: epochMs(3) });
      return { userId, authorityId };
    };
    const keys = new SqlApiKeyStore(database);
    return { keys, users, tenants, lab, newUser, ada: await newUser("VIEWER"), [Symbol.asyncDispose]: dispose };
  }

  const keyOf = (owner: { userId: UserId; authorityId: AuthorityId }, fields: Partial<ApiKey> = {}): ApiKey => ({
    id: newId<ApiKeyId>(),
    ...owner,
    name: "nightly export",
    permissions: ["VIEW_DEVICES", "VIEW_TELEMETRY"],
    createdTime: epochMs(10),
    projectIds: null,
    expiresTime: null,
    lastUsedTime: null,
    ...fields,
  });

  test("[AUTH10] a key is found by its hash and its id as it was stored, and listed newest first", async () => {
    await using given = await arrange();
    const { keys, ada } = given;
    const [first, second] = [
      keyOf(ada),
      keyOf(ada, { createdTime: epochMs(20), expiresTime: epochMs(99), projectIds: [newId<ProjectId>()] }),
    ];

    expect(await keys.create(first, "hash 1", 10)).toBe("created");
    expect(await keys.create(second, "hash 2", 10)).toBe("created");

    expect(await keys.findByHash("hash 2")).toEqual(second);
    expect(await keys.findById(first.id)).toEqual(first);
    expect(await keys.findByHash("hash 3")).toBeUndefined();
    expect(await keys.listOf(ada.authorityId)).toEqual([second, first]);
  });

  test("[AUTH10] nobody has more than so many, also when they are made at once, and an assignment that is gone has none", async () => {
    await using given = await arrange();
    const { keys, ada } = given;

    const outcomes = await Promise.all(["a", "b", "c", "d"].map((hash) => keys.create(keyOf(ada), hash, 2)));

    expect(outcomes.toSorted()).toEqual(["created", "created", "too-many", "too-many"]);
    const gone = { ...ada, authorityId: newId<AuthorityId>() };
    expect(await keys.create(keyOf(gone), "e", 2)).toBe("no-such-assignment");
    const nobody = { ...ada, userId: newId<UserId>() };
    expect(await keys.create(keyOf(nobody), "f", 10)).toBe("no-such-assignment");
  });

  test("[AUTH10] only the owner's own are removed; with the assignment, or the tenant, all of them go", async () => {
    await using given = await arrange();
    const { keys, users, tenants, lab, ada, newUser } = given;
    const grace = await newUser("TENANT_ADMIN");
    const [hers, another, graces] = [keyOf(ada), keyOf(ada), keyOf(grace)];
    for (const [index, key] of [hers, another, graces].entries()) await keys.create(key, `hash ${index}`, 10);

    expect(await keys.remove(grace.authorityId, hers.id)).toBeUndefined();
    expect(await keys.remove(ada.authorityId, hers.id)).toEqual(hers);
    expect(await keys.remove(ada.authorityId, hers.id)).toBeUndefined();
    expect(await users.unassign(lab.id, ada.userId)).toBe("done");
    expect(await keys.findById(another.id)).toBeUndefined();
    await tenants.remove(lab.id);

    expect(await keys.findById(graces.id)).toBeUndefined();
  });

  test("[AUTH10] a later use counts, an earlier one does not, and one of a key that is gone is nothing", async () => {
    await using given = await arrange();
    const { keys, ada } = given;
    const key = keyOf(ada);
    await keys.create(key, "hash", 10);
    const used = (time: number) =>
      keys.noteUse(
        new Map([
          [key.id, epochMs(time)],
          [newId<ApiKeyId>(), epochMs(time)],
        ]),
      );

    await used(500);
    await used(400);

    expect(await keys.findById(key.id)).toMatchObject({ lastUsedTime: 500 });
  });
});
