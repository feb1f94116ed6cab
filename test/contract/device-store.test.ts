import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import type {
  AttributeOrder,
  DeviceQuery,
  DeviceSortProperty,
  NewDevice,
  StoredDevice,
} from "../../server/src/core/devices/index.ts";
import { wholeTenant } from "../../server/src/core/projects/index.ts";
import { type DeviceId, newId, type ProjectId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { plainDevice } from "../support/plain-device.ts";

const now = epochMs(1_000_000_000);
const inactivityTimeoutMs = 600_000;

interface Fields extends Partial<StoredDevice> {
  readonly token?: string;
}

function newDevice(tenantId: TenantId, fields: Fields = {}): NewDevice {
  const { token = randomUUID(), lastActivityTime: _, typeId: __, ...properties } = fields;
  const device = plainDevice({
    tenantId,
    createdTime: epochMs(1_000),
    name: `device ${randomUUID()}`,
    ...properties,
  });
  return { device, credentials: { id: newId(), deviceId: device.id, createdTime: epochMs(1_000), token } };
}

const contact = ({ id }: { readonly id: DeviceId }, time: number, active = true) =>
  new Map([[id, { time: epochMs(time), active }]]);

const query = (tenantId: TenantId, over: Partial<DeviceQuery> = {}): DeviceQuery => ({
  reach: wholeTenant(tenantId),
  isUnassigned: false,
  textSearch: undefined,
  type: undefined,
  typeId: undefined,
  active: undefined,
  sortProperty: "name",
  descending: false,
  now,
  inactivityTimeoutMs,
  ...over,
});

onEveryDatabase("DeviceStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenants = new SqlTenantStore(database);
    const lab = { id: newId<TenantId>(), name: "Rail Lab", createdTime: epochMs(1) };
    await tenants.create(lab);
    const store = new SqlDeviceStore(database);
    const given = async (fields: Fields = {}) => {
      const created = newDevice(lab.id, fields);
      expect(await store.create(created)).toBe("created");
      if (fields.lastActivityTime) await store.recordActivity(contact(created.device, fields.lastActivityTime));
      return created;
    };
    const names = async (over: Partial<DeviceQuery> = {}) =>
      (await store.page(query(lab.id, over), { page: 0, limit: 100 })).map(({ name }) => name);
    return { database, store, tenants, tenantId: lab.id, given, names, [Symbol.asyncDispose]: dispose };
  }

  test("[DEV1] a device comes back as it was stored, emoji, quotes and all", async () => {
    await using home = await arrange();
    const fields = {
      name: "Pumpe 🚰 'x' \"y\" \\ %_",
      type: "smartMINI",
      label: "Zürich",
      description: "line 1\nline 2",
      serialNumber: "0042",
      firmwareVersion: "1.2",
      inactivityTimeoutMs: 5_000,
    };

    const { device } = await home.given(fields);

    expect(await home.store.find(home.tenantId, device.id)).toEqual({
      ...device,
      typeId: expect.any(String),
      lastActivityTime: null,
      alarmSeverity: null,
    });
    expect(await home.store.find(newId(), device.id)).toBeUndefined();
  });

  test("[DEV1] a name is unique in the tenant and free in another", async () => {
    await using home = await arrange();
    const other = { id: newId<TenantId>(), name: "Other", createdTime: epochMs(1) };
    await home.tenants.create(other);
    await home.given({ name: "pump" });

    expect(await home.store.create(newDevice(home.tenantId, { name: "pump" }))).toBe("name-taken");
    expect(await home.store.create(newDevice(home.tenantId, { name: "Pump" }))).toBe("created");
    expect(await home.store.create(newDevice(other.id, { name: "pump" }))).toBe("created");
    expect(await home.store.create(newDevice(newId()))).toBe("no-such-tenant");
  });

  test("[DEV4] a token is unique in the installation; a device whose token is taken is not created", async () => {
    await using home = await arrange();
    await home.given({ token: "abc" });
    const second = newDevice(home.tenantId, { token: "abc" });

    expect(await home.store.create(second)).toBe("token-taken");
    expect(await home.store.find(home.tenantId, second.device.id)).toBeUndefined();
  });

  test("[DEV1] two who create the same name at once: one succeeds", async () => {
    await using home = await arrange();

    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => home.store.create(newDevice(home.tenantId, { name: "same" }))),
    );

    expect(outcomes.sort()).toEqual(["created", "name-taken", "name-taken", "name-taken", "name-taken"]);
  });

  test("[DEV3] many at once: bad ones are told in order and leave nothing behind", async () => {
    await using home = await arrange();
    await home.given({ name: "there", token: "taken" });
    const created = [
      newDevice(home.tenantId, { name: "a", token: "ta" }),
      newDevice(home.tenantId, { name: "there" }),
      newDevice(home.tenantId, { name: "b", token: "taken" }),
      newDevice(home.tenantId, { name: "a" }),
      newDevice(home.tenantId, { name: "c", token: "ta" }),
      newDevice(home.tenantId, { name: "d" }),
    ];

    const outcomes = await home.store.createMany(created);

    expect(outcomes).toEqual(["created", "name-taken", "token-taken", "name-taken", "token-taken", "created"]);
    expect(await home.names()).toEqual(["a", "d", "there"]);
  });

  test("[DEV3] an update replaces the properties, and only within the tenant", async () => {
    await using home = await arrange();
    const { device } = await home.given({ name: "old", label: "x" });
    await home.given({ name: "other" });
    const { id, tenantId, createdTime, ...properties } = device;

    expect(await home.store.update(tenantId, id, { ...properties, name: "new", label: null })).toBe("updated");
    expect(await home.store.find(tenantId, id)).toMatchObject({ name: "new", label: null, createdTime });
    expect(await home.names({ textSearch: "OLD" })).toEqual([]);
    expect(await home.store.update(tenantId, id, { ...properties, name: "other" })).toBe("name-taken");
    expect(await home.store.update(newId(), id, properties)).toBe("not-found");
  });

  test("[DEV3] a removed device is gone with its token", async () => {
    await using home = await arrange();
    const { device, credentials } = await home.given({ lastActivityTime: now });

    expect(await home.store.remove(newId(), device.id)).toBeUndefined();
    expect(await home.store.remove(home.tenantId, device.id)).toEqual(credentials);
    expect(await home.store.remove(home.tenantId, device.id)).toBeUndefined();
    expect(await home.store.findByToken(credentials.token)).toBeUndefined();
    expect(await home.store.create(newDevice(home.tenantId, { token: credentials.token }))).toBe("created");
  });

  test("[DEV4] a token finds its device until it is changed", async () => {
    await using home = await arrange();
    const { device, credentials } = await home.given({ token: "first" });
    await home.given({ token: "other" });

    const changed = await home.store.setToken(home.tenantId, device.id, "second");

    expect(changed).toEqual({ before: credentials, now: { ...credentials, token: "second" } });
    expect(await home.store.findByToken("first")).toBeUndefined();
    expect(await home.store.findByToken("second")).toEqual(device);
    expect(await home.store.setToken(home.tenantId, device.id, "other")).toBe("token-taken");
    expect(await home.store.setToken(newId(), device.id, "third")).toBe("not-found");
    expect(await home.store.credentialsOf(newId(), device.id)).toBeUndefined();
    expect(await home.store.credentialsOf(home.tenantId, device.id)).toMatchObject({ token: "second" });
  });

  test("[DEV2] text search looks into name, label and serial number, case and wildcards meaning nothing", async () => {
    await using home = await arrange();
    await home.given({ name: "Pump 100%" });
    await home.given({ name: "b", label: "ÜBER" });
    await home.given({ name: "c", serialNumber: "SN_42" });
    await home.given({ name: "d", description: "pump" });

    expect(await home.names({ textSearch: "pUMP" })).toEqual(["Pump 100%"]);
    expect(await home.names({ textSearch: "über" })).toEqual(["b"]);
    expect(await home.names({ textSearch: "n_4" })).toEqual(["c"]);
    expect(await home.names({ textSearch: "0%" })).toEqual(["Pump 100%"]);
    expect(await home.names({ textSearch: "%" })).toEqual(["Pump 100%"]);
    expect(await home.names({ textSearch: "' or 1=1 --" })).toEqual([]);
    expect(await home.names({ textSearch: "" })).toHaveLength(4);
  });

  test("[DEV2] filters by type and activity, also together, and counts the same", async () => {
    await using home = await arrange();
    const fresh = epochMs(now - inactivityTimeoutMs + 1);
    const stale = epochMs(now - inactivityTimeoutMs);
    await home.given({ name: "active", type: "a", lastActivityTime: fresh });
    await home.given({ name: "silent", type: "a", lastActivityTime: stale });
    await home.given({ name: "patient", type: "b", lastActivityTime: stale, inactivityTimeoutMs: 10_000_000 });
    await home.given({ name: "never", type: "b" });

    expect(await home.names({ type: "a" })).toEqual(["active", "silent"]);
    expect(await home.names({ active: true })).toEqual(["active", "patient"]);
    expect(await home.names({ active: false })).toEqual(["never", "silent"]);
    expect(await home.names({ active: true, type: "b" })).toEqual(["patient"]);
    expect(await home.store.count(query(home.tenantId, { active: false }))).toBe(2);
    expect(await home.store.count(query(home.tenantId, { textSearch: "ent" }))).toBe(2);
  });

  const orders: [DeviceSortProperty, string[]][] = [
    ["name", ["Alpha", "beta", "Gamma"]],
    ["type", ["Gamma", "Alpha", "beta"]],
    ["label", ["beta", "Gamma", "Alpha"]],
    ["createdTime", ["Gamma", "beta", "Alpha"]],
    ["lastActivityTime", ["beta", "Alpha", "Gamma"]],
    ["active", ["beta", "Alpha", "Gamma"]],
    ["serialNumber", ["Gamma", "beta", "Alpha"]],
    ["firmwareVersion", ["Alpha", "beta", "Gamma"]],
  ];

  test.each(orders)(
    "[DEV2] sorts by %s, absent values first, and the other way round",
    async (sortProperty, expected) => {
      await using home = await arrange();
      const common = { lastActivityTime: epochMs(1) };
      await home.given({
        ...common,
        name: "Alpha",
        type: "b",
        label: "z",
        createdTime: epochMs(3),
        serialNumber: "9",
        firmwareVersion: "1",
      });
      await home.given({ name: "beta", type: "C", createdTime: epochMs(2), serialNumber: "10", firmwareVersion: "2" });
      await home.given({
        name: "Gamma",
        type: "A",
        label: "Y",
        createdTime: epochMs(1),
        lastActivityTime: now,
        firmwareVersion: "3",
      });

      const ascending = await home.names({ sortProperty });
      const descending = await home.names({ sortProperty, descending: true });

      expect(descending).toEqual(ascending.toReversed());
      // "active" knows two classes only; within them the id decides.
      if (sortProperty === "active") expect(ascending[2]).toBe("Gamma");
      else expect(ascending).toEqual(expected);
    },
  );

  test("[DEV2] sorts by an attribute of one scope, devices without it, or whose values are not the reader's, last either way", async () => {
    await using home = await arrange();
    const attributes = new SqlAttributeStore(home.database, 100, []);
    const halls = { Alpha: 10, beta: 9, Gamma: "north", delta: 9 };
    for (const [name, hall] of Object.entries(halls)) {
      const { device } = await home.given({ name });
      const change = { tenantId: home.tenantId, deviceId: device.id, time: now, deleted: [] };
      await attributes.apply({ ...change, scope: "SERVER_SCOPE", values: new Map([["hall", hall]]) });
      await attributes.apply({ ...change, scope: "CLIENT_SCOPE", values: new Map([["hall", 0]]) });
    }
    await home.given({ name: "epsilon" });
    const by = (over: Partial<AttributeOrder> = {}, descending = false) => ({
      ...({ sortProperty: "attribute", descending } as const),
      attribute: { scope: "SERVER_SCOPE", key: "hall", reach: wholeTenant(home.tenantId), ...over } as const,
    });
    const elsewhere = { ...wholeTenant(home.tenantId), projects: new Set([newId<ProjectId>()]) };

    const ascending = await home.names(by());
    const named = await home.store.idsInOrder(query(home.tenantId, by()), 3);

    expect(ascending).toEqual(["beta", "delta", "Alpha", "Gamma", "epsilon"]);
    expect(await home.names(by({}, true))).toEqual(["Gamma", "Alpha", "beta", "delta", "epsilon"]);
    expect((await home.store.some(named)).map(({ name }) => name).sort()).toEqual(["Alpha", "beta", "delta"]);
    expect(await home.names(by({ scope: "SHARED_SCOPE" }))).toEqual(["Alpha", "beta", "delta", "epsilon", "Gamma"]);
    expect(await home.names(by({ reach: elsewhere }))).toEqual(["Alpha", "beta", "delta", "epsilon", "Gamma"]);
  });

  test("[API5] pages never overlap, also where all sort keys are equal, and a stream gives the same order", async () => {
    await using home = await arrange();
    await home.store.createMany(Array.from({ length: 1_203 }, () => newDevice(home.tenantId, { type: "same" })));
    const byType = query(home.tenantId, { sortProperty: "type" });

    const pages = await Promise.all([0, 1, 2, 3].map((page) => home.store.page(byType, { page, limit: 400 })));
    const long = await Promise.all([0, 1].map((page) => home.store.page(byType, { page, limit: 1_000 })));
    const streamed = (await Array.fromAsync(home.store.stream(byType))).flat();

    expect(long.map((page) => page.length)).toEqual([1_000, 203]);
    expect(long.flat()).toEqual(pages.flat());
    expect(pages.map((page) => page.length)).toEqual([400, 400, 400, 3]);
    expect(pages.flat().map(({ id }) => id)).toEqual(streamed.map(({ id }) => id));
    expect(new Set(streamed.map(({ id }) => id)).size).toBe(1_203);
  });

  test("a stream that is not read to its end lets others go on", async () => {
    await using home = await arrange();
    await home.store.createMany(Array.from({ length: 1_100 }, () => newDevice(home.tenantId)));

    for (let round = 0; round < 20; round++) {
      for await (const devices of home.store.stream(query(home.tenantId))) {
        expect(devices.length).toBeGreaterThan(0);
        break;
      }
    }

    await home.given({ name: "later" });
    expect(await home.store.count(query(home.tenantId))).toBe(1_101);
  });

  test("the types in use are counted per tenant", async () => {
    await using home = await arrange();
    for (const type of ["b", "a", "b"]) await home.given({ type });

    expect(await home.store.typesIn(wholeTenant(home.tenantId))).toEqual([
      { type: "a", count: 1 },
      { type: "b", count: 2 },
    ]);
    expect(await home.store.typesIn(wholeTenant(newId()))).toEqual([]);
  });

  test("[DEV5] the latest contact is kept, whatever the order of saving; unknown devices are passed over", async () => {
    await using home = await arrange();
    const { device } = await home.given();

    await home.store.recordActivity(new Map([...contact(device, 20), ...contact({ id: newId() }, 30)]));
    await home.store.recordActivity(contact(device, 10));

    expect(await home.store.find(home.tenantId, device.id)).toMatchObject({ lastActivityTime: 20 });
  });

  test("[RUN12] what a wrong clock left in the future is capped, and newer contacts count again", async () => {
    await using home = await arrange();
    const [{ device: ahead }, { device: fine }] = [await home.given(), await home.given()];
    const timeOf = async ({ id }: typeof ahead) => (await home.store.find(home.tenantId, id))?.lastActivityTime;
    await home.store.recordActivity(new Map([...contact(ahead, 1_000), ...contact(fine, 10)]));

    await home.store.capActivity(epochMs(50));
    expect([await timeOf(ahead), await timeOf(fine)]).toEqual([50, 10]);
    await home.store.recordActivity(contact(ahead, 60));

    expect(await timeOf(ahead)).toBe(60);
  });

  test("[DEV5] who was announced active last is remembered; an older silence does not undo a newer contact", async () => {
    await using home = await arrange();
    const { device } = await home.given();
    const announced = async () =>
      (await Array.fromAsync(home.store.announcedActive())).flat().map(({ lastActivityTime }) => lastActivityTime);

    expect(await announced()).toEqual([]);
    await home.store.recordActivity(contact(device, 20));
    expect(await announced()).toEqual([20]);
    await home.store.recordActivity(contact(device, 10, false));
    expect(await announced()).toEqual([20]);
    await home.store.recordActivity(contact(device, 20, false));
    expect(await announced()).toEqual([]);
    await home.store.recordActivity(contact(device, 21));
    expect(await announced()).toEqual([21]);
  });

  test("[DEV3] two who create the same devices in opposite order do not stand in each other's way", async () => {
    await using home = await arrange();
    const names = Array.from({ length: 1_500 }, (_, index) => `device ${index}`);
    const make = (order: readonly string[]) =>
      home.store.createMany(order.map((name) => newDevice(home.tenantId, { name, token: name.replace(" ", "-") })));

    const outcomes = await Promise.all([make(names), make(names.toReversed())]);

    expect(outcomes.flat().filter((outcome) => outcome === "created")).toHaveLength(1_500);
  });
});
