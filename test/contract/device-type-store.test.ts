import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlDeviceTypeStore } from "../../server/src/adapters/sql/stores/device-type-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { type DeviceType, emptyDefinition, type NamedType } from "../../server/src/core/device-types/index.ts";
import type { NewDevice } from "../../server/src/core/devices/index.ts";
import { wholeTenant } from "../../server/src/core/projects/index.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { plainDevice } from "../support/plain-device.ts";

const content = { description: null, picture: null, definition: emptyDefinition };
const firstPage = { page: 0, limit: 100 };

/** Counts turns of the event loop. */
function countTurns() {
  let [count, isOver] = [0, false];
  const next = () => {
    count++;
    if (!isOver) setImmediate(next);
  };
  next();
  return { now: () => count, stop: () => (isOver = true) };
}

onEveryDatabase("DeviceTypeStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenants = new SqlTenantStore(database);
    const tenantId = newId<TenantId>();
    await tenants.create({ id: tenantId, name: "Rail Lab", createdTime: epochMs(1) });
    const [store, devices] = [new SqlDeviceTypeStore(database), new SqlDeviceStore(database)];
    const newType = (name: string): DeviceType => ({
      ...{ id: newId(), tenantId, createdTime: epochMs(2), isDefault: false, version: 1 },
      ...content,
      name,
    });
    const given = async (name: string) => {
      const type = newType(name);
      expect(await store.create(type)).toBe("created");
      return type;
    };
    const newDevice = (type: string, name: string = randomUUID()): NewDevice => {
      const device = plainDevice({ tenantId, name, type });
      const credentials = { id: newId<never>(), deviceId: device.id, createdTime: epochMs(1), token: randomUUID() };
      return { device, credentials };
    };
    const names = async (textSearch?: string) => {
      const query = { tenantId, countedIn: "all", textSearch, sortProperty: "name", descending: false } as const;
      const found = await store.page(query, firstPage);
      expect(await store.count(query)).toBe(found.length);
      return found.map(({ name, deviceCount }) => `${name} ${deviceCount}`);
    };
    return {
      database,
      tenants,
      tenantId,
      store,
      devices,
      newType,
      given,
      newDevice,
      names,
      [Symbol.asyncDispose]: dispose,
    };
  }

  test("[TYP1] a tenant has so many types and no more, whoever makes them; devices of known ones go on", async () => {
    await using home = await arrange();
    const devices = new SqlDeviceStore(home.database, undefined, { devicesOf: () => 0, types: 3 });

    const made = ["a", "b", "c", "d"].map((name) => home.store.create(home.newType(name), 3));
    expect((await Promise.all(made)).sort()).toEqual(["created", "created", "full", "full"]);
    const [known, other] = [home.newDevice("default"), home.newDevice("e")];
    expect(await devices.createMany([other, known])).toEqual(["types-full", "created"]);
    const { device } = known;
    expect(await devices.update(home.tenantId, device.id, { ...device, type: "e" })).toBe("types-full");
    expect(await home.names()).toHaveLength(3);
    const roomier = new SqlDeviceStore(home.database, undefined, { devicesOf: () => 0, types: 4 });
    const outcomes = await roomier.createMany([home.newDevice("e"), home.newDevice("f"), home.newDevice("e")]);
    expect(outcomes).toEqual(["created", "types-full", "created"]);
  });

  test("[API11] of large types that are read at once, one is taken apart per turn of the event loop", async () => {
    await using home = await arrange();
    const channels = Array.from({ length: 2_000 }, (_, n) => ({ key: `channel_${n}`, name: "x".repeat(100) }));
    const type = { ...home.newType("large"), definition: { ...emptyDefinition, channels } };
    await home.store.create(type);
    const turns = countTurns();

    const readIn = await Promise.all(
      Array.from({ length: 10 }, async () => {
        expect(await home.store.find(home.tenantId, type.id)).toEqual(type);
        return turns.now();
      }),
    );
    turns.stop();
    expect(new Set(readIn).size).toBe(10);
  });

  test("[TYP1] a tenant begins with a default type", async () => {
    await using home = await arrange();

    expect(await home.store.findDefault(home.tenantId)).toMatchObject({ name: "default", isDefault: true, version: 1 });
    expect(await home.store.findDefault(newId())).toBeUndefined();
  });

  test("[TYP1] a type comes back as it was stored, for its tenant alone; its name is unique there", async () => {
    await using home = await arrange();
    const definition = { ...emptyDefinition, channels: [{ key: "öl 🛢", unit: "°C", limits: { warnAbove: 90 } }] };
    const type = { ...home.newType("Prüfstand"), definition, picture: "data:image/png;base64,AA==" };

    expect(await home.store.create(type)).toBe("created");

    expect(await home.store.find(home.tenantId, type.id)).toEqual(type);
    expect(await home.store.find(newId(), type.id)).toBeUndefined();
    expect(await home.store.findInfo(home.tenantId, type.id)).toMatchObject({ channelCount: 1, deviceCount: 0 });
    expect(await home.store.create(home.newType("Prüfstand"))).toBe("name-taken");
    expect(await home.store.create({ ...home.newType("x"), tenantId: newId() })).toBe("no-such-tenant");
    expect(await home.names("FSTA")).toEqual(["Prüfstand 0"]);
  });

  test("[TYP1] a device that names a new type creates it, and one that could not be created leaves none behind", async () => {
    await using home = await arrange();
    const newTypes: NamedType[] = [];
    const created = [home.newDevice("a", "one"), home.newDevice("b", "one"), home.newDevice("a"), home.newDevice("A")];

    const outcomes = await home.devices.createMany(created, newTypes);

    expect(outcomes).toEqual(["created", "name-taken", "created", "created"]);
    expect(newTypes.map(({ name }) => name).sort()).toEqual(["A", "a"]);
    expect((await home.names()).sort()).toEqual(["A 1", "a 2", "default 0"]);
  });

  test("[TYP1] two who name the same new type at once share it", async () => {
    await using home = await arrange();
    const batches = Array.from({ length: 6 }, () => ["x", "y", "z"].map((type) => home.newDevice(type)));

    const outcomes = await Promise.all(batches.map((batch) => home.devices.createMany(batch)));

    expect(new Set(outcomes.flat())).toEqual(new Set(["created"]));
    expect(await home.names()).toEqual(["default 0", "x 6", "y 6", "z 6"]);
  });

  test("[TYP1] a new name is that of its devices at once", async () => {
    await using home = await arrange();
    const created = home.newDevice("old");
    await home.devices.create(created);
    const type = await home.store.holdNamed(home.tenantId, "old");

    expect(await home.store.update(home.tenantId, type?.id ?? newId(), { ...content, name: "new" }, 1)).toBe("updated");

    expect(await home.devices.find(home.tenantId, created.device.id)).toMatchObject({ type: "new", typeId: type?.id });
    expect(await home.devices.findByToken(created.credentials.token)).toMatchObject({ type: "new" });
    expect(await home.devices.typesIn(wholeTenant(home.tenantId))).toEqual([{ type: "new", count: 1 }]);
  });

  test("[TYP1] of two changes to one version the second is told, and so is a name that is taken", async () => {
    await using home = await arrange();
    const { id } = await home.given("stand");
    await home.given("other");
    const change = (name: string, version?: number) =>
      home.store.update(home.tenantId, id, { ...content, name }, version);

    const both = await Promise.all([change("first", 1), change("second", 1)]);

    expect(both.sort()).toEqual(["stale", "updated"]);
    expect(await change("other", 2)).toBe("name-taken");
    expect(await change("last word")).toBe("updated");
    expect(await home.store.find(home.tenantId, id)).toMatchObject({ name: "last word", version: 3 });
    expect(await home.store.update(newId(), id, { ...content, name: "x" }, undefined)).toBe("not-found");
  });

  test("[TYP1] one with devices and the default one stay; there is always one default", async () => {
    await using home = await arrange();
    const [used, free] = [await home.given("used"), await home.given("free")];
    await home.devices.create(home.newDevice("used"));
    const first = await home.store.findDefault(home.tenantId);

    expect(await home.store.makeDefault(newId(), free.id)).toBe(false);
    expect(await home.store.makeDefault(home.tenantId, free.id)).toBe(true);

    expect(await home.store.findDefault(home.tenantId)).toMatchObject({ id: free.id });
    expect(await home.store.remove(home.tenantId, used.id)).toEqual({ devices: 1 });
    expect(await home.store.remove(home.tenantId, free.id)).toBe("is-default");
    expect(await home.store.remove(newId(), used.id)).toBe("not-found");
    expect(await home.store.remove(home.tenantId, first?.id ?? newId())).toBe("removed");
    expect(await home.names()).toEqual(["free 0", "used 1"]);
  });

  test("[TYP1] devices that come while their type is removed have one all the same", async () => {
    await using home = await arrange();
    for (let round = 0; round < 5; round++) {
      const { id, name } = await home.given(`type ${round}`);
      const created = home.newDevice(name);

      const [outcome] = await Promise.all([home.devices.create(created), home.store.remove(home.tenantId, id)]);

      expect(outcome).toBe("created");
      expect(await home.devices.find(home.tenantId, created.device.id)).toMatchObject({ type: name });
    }
  });

  test("[TYP1] a tenant goes with its types and their devices", async () => {
    await using home = await arrange();
    const { id } = await home.given("stand");
    await home.devices.create(home.newDevice("stand"));

    expect(await home.tenants.remove(home.tenantId)).toBe(true);

    expect(await home.store.find(home.tenantId, id)).toBeUndefined();
  });

  test("[DEV2] devices are found by their type's name or id, and sorted by its name", async () => {
    await using home = await arrange();
    for (const type of ["beta", "Alpha", "beta"]) await home.devices.create(home.newDevice(type));
    const beta = await home.store.holdNamed(home.tenantId, "beta");
    const base = {
      reach: wholeTenant(home.tenantId),
      isUnassigned: false,
      textSearch: undefined,
      active: undefined,
      descending: false,
    } as const;
    const found = async (type?: string, typeId = undefined as NonNullable<typeof beta>["id"] | undefined) => {
      const moment = { now: epochMs(1), inactivityTimeoutMs: 1 };
      const query = { ...base, ...moment, sortProperty: "type", type, typeId } as const;
      return (await home.devices.page(query, firstPage)).map((device) => device.type);
    };

    expect(await found()).toEqual(["Alpha", "beta", "beta"]);
    expect(await found("beta")).toEqual(["beta", "beta"]);
    expect(await found(undefined, beta?.id)).toEqual(["beta", "beta"]);
    expect(await found("Beta")).toEqual([]);
    expect(await found("Alpha", beta?.id)).toEqual([]);
  });
});
