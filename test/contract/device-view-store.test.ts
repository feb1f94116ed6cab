import { expect, test } from "vitest";
import { SqlDeviceViewStore } from "../../server/src/adapters/sql/stores/device-view-store.ts";
import type { DeviceView } from "../../server/src/core/device-views/index.ts";
import { newId, type ProjectId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { newTenant } from "../support/group-world.ts";

onEveryDatabase("DeviceViewStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [store, tenantId] = [new SqlDeviceViewStore(database), await newTenant(database)];
    const newUser = async (username: string): Promise<UserId> => {
      const id = newId<UserId>();
      const names = { username, username_key: username, first_name: null, last_name: null };
      await database.write
        .insertInto("users")
        .values({ id, ...names, password_hash: "-", created_time: 1 })
        .execute();
      return id;
    };
    const [ada, bob] = [await newUser("ada"), await newUser("bob")];
    const view = (name: string, over: Partial<DeviceView> = {}): DeviceView => ({
      ...{ id: newId(), tenantId, projectId: null, ownerId: ada, isShared: false, name, version: 1 },
      ...{ createdTime: epochMs(3), look: { columns: [{ kind: "LATEST", key: "t" }] } },
      ...over,
    });
    return { database, dispose, store, tenantId, ada, bob, view };
  }

  test("[issue 17.21] a user finds their own views and the shared ones of the tenant, by name, and nothing else", async () => {
    const { dispose, database, store, tenantId, ada, bob, view } = await arrange();
    await using _ = { [Symbol.asyncDispose]: dispose };
    const other = await newTenant(database);
    const mine = view("my oil");
    for (const one of [mine, view("Hot", { isShared: true, ownerId: bob }), view("bob's", { ownerId: bob })])
      expect(await store.insert(one)).toBe("created");

    expect((await store.list(tenantId, ada)).map(({ name }) => name)).toEqual(["Hot", "my oil"]);
    expect((await store.list(tenantId, bob)).map(({ name }) => name)).toEqual(["bob's", "Hot"]);
    expect(await store.find(tenantId, mine.id)).toEqual(mine);
    expect([await store.find(other, mine.id), (await store.list(other, ada)).length]).toEqual([undefined, 0]);
    expect(await Promise.all([store.count(tenantId, ada), store.count(tenantId, "shared")])).toEqual([1, 1]);
    expect(await store.remove(other, mine.id)).toBe(false);
    expect([await store.remove(tenantId, mine.id), await store.remove(tenantId, mine.id)]).toEqual([true, false]);
  });

  test("[issue 17.21] of two who change one version the second is told; what it belongs to has to be there", async () => {
    const { dispose, store, tenantId, view } = await arrange();
    await using _ = { [Symbol.asyncDispose]: dispose };
    const first = view("Hot");
    await store.insert(first);
    const next = { ...first, name: "Hotter", isShared: true, version: 2 };

    expect(await store.update(next)).toBe("updated");
    expect(await store.update({ ...first, name: "Late", version: 2 })).toBe("changed");
    expect(await store.find(tenantId, first.id)).toEqual(next);
    expect(await store.insert(view("lost", { projectId: newId<ProjectId>() }))).toBe("gone");
    expect(await store.update({ ...next, projectId: newId<ProjectId>(), version: 3 })).toBe("gone");
  });

  test("[issue 17.21] a shared view outlives who made it", async () => {
    const { dispose, database, store, tenantId, ada, bob, view } = await arrange();
    await using _ = { [Symbol.asyncDispose]: dispose };
    const shared = view("Hot", { isShared: true });
    await store.insert(shared);
    await database.write.deleteFrom("users").where("id", "=", ada).execute();

    expect(await store.list(tenantId, bob)).toEqual([{ ...shared, ownerId: null }]);
  });
});
