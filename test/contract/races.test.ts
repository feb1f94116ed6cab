import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlDeviceTypeStore } from "../../server/src/adapters/sql/stores/device-type-store.ts";
import { SqlRoleStore } from "../../server/src/adapters/sql/stores/role-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import type { NewGrant, OwnRole } from "../../server/src/core/access/index.ts";
import { emptyDefinition } from "../../server/src/core/device-types/index.ts";
import { type DeviceTypeId, newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";

const time = epochMs(1);
const fiveTimes = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 5 }, work));

const person = (username: string) => ({
  ...{ id: newId<UserId>(), createdTime: time, username },
  ...{ firstName: null, lastName: null, passwordHash: "x" },
});
const assignment = (tenantId: TenantId, grants: readonly NewGrant[] = []) =>
  ({ id: newId<never>(), role: "VIEWER", tenantId, createdTime: time, grants }) as const;

onEveryDatabase("Races", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const device = await storedDevice(database);
    const transactions = new SqlTransactions(database);
    const [users, roles] = [new SqlUserStore(database), new SqlRoleStore(database)];
    const [tenants, devices] = [new SqlTenantStore(database), new SqlDeviceStore(database)];
    const types = new SqlDeviceTypeStore(database);
    return { ...{ device, transactions, users, roles, tenants, devices, types }, [Symbol.asyncDispose]: dispose };
  }

  test("[REL2] of five who delete one device at once, one does and four find none", async () => {
    await using at = await arrange();
    const { tenantId, id } = at.device;

    const removed = await fiveTimes(() => at.transactions.run(() => at.devices.remove(tenantId, id)));
    expect(removed.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test("[REL2] of five who delete one tenant at once, one does and four find none", async () => {
    await using at = await arrange();
    await at.users.create(person("ada"), assignment(at.device.tenantId));

    const removed = await fiveTimes(() => at.transactions.run(() => at.tenants.remove(at.device.tenantId)));
    expect(removed.sort()).toEqual([false, false, false, false, true]);
  });

  test("[TYP1] of types that are made the default at once, one is it", async () => {
    await using at = await arrange();
    const { tenantId } = at.device;
    const made = (name: string) => ({
      ...{ id: newId<DeviceTypeId>(), tenantId, createdTime: time, isDefault: false, version: 1, name },
      ...{ description: null, picture: null, definition: emptyDefinition },
    });
    const types = ["a", "b", "c", "d", "e"].map(made);
    for (const type of types) await at.types.create(type);

    for (let round = 0; round < 5; round++) {
      const done = types.map(({ id }) => at.transactions.run(() => at.types.makeDefault(tenantId, id)));
      expect(await Promise.all(done)).toEqual([true, true, true, true, true]);
    }
    const found = await Promise.all(types.map(({ id }) => at.types.find(tenantId, id)));
    expect(found.filter((type) => type?.isDefault)).toHaveLength(1);
  });

  test("[REL2] a user who found no tenant is not left behind, and the transaction goes on", async () => {
    await using at = await arrange();
    const [lost, ada] = [person("lost"), person("ada")];

    const outcome = await at.transactions.run(async () => {
      const first = await at.users.create(lost, assignment(newId<TenantId>()));
      return [first, await at.users.create(ada, assignment(at.device.tenantId))];
    });
    expect(outcome).toEqual(["no-such-tenant", "created"]);
    expect(await at.users.findByName("lost")).toBeUndefined();
    expect(await at.users.findByName("ada")).toMatchObject({ id: ada.id });
  });

  test("[ROL1] who gives a role that is being deleted begins again, and finds it gone", async () => {
    await using at = await arrange();
    const { tenantId } = at.device;
    const content = { name: "own", description: null, permissions: ["VIEW_DEVICES"] } as const;
    const role: OwnRole = { ...content, id: newId(), tenantId, createdTime: time, version: 1 };
    await at.roles.insert(role);
    const ada = person("ada");
    await at.users.create(ada, assignment(tenantId));
    const [gone, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const grants: NewGrant[] = [{ role: { kind: "own", id: role.id }, projectId: null }];

    const removing = at.transactions.run(async () => {
      const outcome = await at.roles.remove(tenantId, role.id);
      gone.resolve();
      await Promise.race([looked.promise, sleep(100)]); // SQLite lets nobody look before the end
      await sleep(50); // what is given waits for the end of this; before or after, it finds none
      return outcome;
    });
    await gone.promise;
    const giving = at.transactions.run(async () => {
      const found = await at.roles.find(tenantId, role.id);
      looked.resolve();
      return found ? at.users.changeAccess(tenantId, ada.id, { role: "VIEWER", grants }) : "no-such-role";
    });
    expect((await Promise.all([removing, giving])).sort()).toEqual(["no-such-role", "removed"]);
  });
});
