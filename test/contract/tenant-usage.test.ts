import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlTenantUsageStore } from "../../server/src/adapters/sql/stores/tenant-usage.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import type { AttributeChange, AttributeValue } from "../../server/src/core/attributes/index.ts";
import type { NewDevice } from "../../server/src/core/devices/index.ts";
import type { DeviceFile } from "../../server/src/core/files/index.ts";
import { type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { plainDevice } from "../support/plain-device.ts";

const limits = { devices: 0, attributes: 0 };

onEveryDatabase("what a tenant uses", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    Object.assign(limits, { devices: 0, attributes: 0 });
    const tenants = new SqlTenantStore(database);
    const tenantId = newId<TenantId>();
    await tenants.create({ id: tenantId, name: "lab", createdTime: epochMs(1) });
    const devices = new SqlDeviceStore(database, undefined, { devicesOf: () => limits.devices, types: 1_000 });
    const attributes = new SqlAttributeStore(database, 100_000, [], () => limits.attributes);
    const usage = new SqlTenantUsageStore(database);
    const used = async () =>
      Object.fromEntries((await usage.counted([tenantId])).map(({ resource, amount }) => [resource, amount]));
    const write = (deviceId: DeviceId, values: Record<string, AttributeValue>, deleted: readonly string[] = []) => {
      const change = { tenantId, deviceId, scope: "SERVER_SCOPE", time: epochMs(5), deleted } as const;
      return attributes.apply({ ...change, values: new Map(Object.entries(values)) } satisfies AttributeChange);
    };
    const deviceIn = (name: string = randomUUID()): NewDevice => {
      const device = plainDevice({ tenantId, name, createdTime: epochMs(1) });
      return { device, credentials: { id: newId(), deviceId: device.id, createdTime: epochMs(1), token: device.id } };
    };
    const stores = { tenants, devices, files: new SqlFileStore(database), users: new SqlUserStore(database) };
    return { tenantId, ...stores, used, write, deviceIn, [Symbol.asyncDispose]: dispose };
  }

  test("[QTA1] devices, files and attributes are counted with each change, and freed with their device", async () => {
    await using at = await arrange();
    const [one, other] = [at.deviceIn(), at.deviceIn()];
    await at.devices.createMany([one, other]);
    await at.write(one.device.id, { ab: "ä", n: 1 });
    await at.write(other.device.id, { x: true });
    const file = fileOf(one.device.id, 700);
    await at.files.change(one.device.id, [file], () => file);

    expect(await at.used()).toEqual({ devices: 2, attributeBytes: 2 + 4 + 1 + 1 + 1 + 4, fileBytes: 700 });
    await at.write(one.device.id, { ab: "" }, ["n", "never there"]);
    expect(await at.used()).toMatchObject({ attributeBytes: 2 + 2 + 1 + 4 });
    await at.devices.remove(at.tenantId, one.device.id);
    await at.devices.remove(at.tenantId, one.device.id);

    expect(await at.used()).toEqual({ devices: 1, attributeBytes: 5, fileBytes: 0 });
    expect(await at.files.usage(at.tenantId)).toBe(0);
  });

  test("[QTA1] changes of one device that meet are counted once", async () => {
    await using at = await arrange();
    const { device, ...rest } = at.deviceIn();
    await at.devices.create({ device, ...rest });

    await Promise.all(Array.from({ length: 20 }, (_, n) => at.write(device.id, { same: "x".repeat(n), [`k${n}`]: 1 })));

    expect((await at.used())["attributeBytes"]).toBeGreaterThan(60);
    await at.write(device.id, {}, ["same", ...Array.from({ length: 20 }, (_, n) => `k${n}`)]);
    expect(await at.used()).toMatchObject({ attributeBytes: 0 });
  });

  test("[QTA1] of many devices those that fit are created, in their order; those that are there stay", async () => {
    await using at = await arrange();
    limits.devices = 3;
    await at.devices.create(at.deviceIn("first"));

    const wanted = ["a", "first", "b", "c", "d"].map((name) => at.deviceIn(name));
    expect(await at.devices.createMany(wanted)).toEqual([
      "created",
      "name-taken",
      "created",
      "tenant-full",
      "tenant-full",
    ]);
    limits.devices = 1;
    expect(await at.devices.create(at.deviceIn("e"))).toBe("tenant-full");
    expect(await at.used()).toMatchObject({ devices: 3 });
  });

  test("[QTA1] of devices that are created at once no more than fit are kept", async () => {
    await using at = await arrange();
    limits.devices = 5;

    const outcomes = await Promise.all(Array.from({ length: 12 }, () => at.devices.create(at.deviceIn())));

    expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(5);
    expect(await at.used()).toMatchObject({ devices: 5 });
  });

  test("[QTA1] attributes beyond the quota are refused as a whole; shorter ones and deletions go on", async () => {
    await using at = await arrange();
    const { device, ...rest } = at.deviceIn();
    await at.devices.create({ device, ...rest });
    await at.write(device.id, { text: "x".repeat(50) });
    limits.attributes = 20;

    expect(await at.write(device.id, { text: "y".repeat(50), more: 1 })).toEqual({ outcome: "tenant-full" });
    expect(await at.write(device.id, { text: "y".repeat(50) })).toMatchObject({ outcome: "applied" });
    expect(await at.write(device.id, { text: "z" })).toMatchObject({ outcome: "applied" });
    expect(await at.write(device.id, { fits: 1 })).toMatchObject({ outcome: "applied" });
    expect(await at.used()).toMatchObject({ attributeBytes: 4 + 3 + 4 + 1 });
  });

  test("[QTA1] of users who are added at once no more than fit are kept", async () => {
    await using at = await arrange();
    const add = () => {
      const person = { username: randomUUID(), firstName: null, lastName: null, passwordHash: "x" };
      const assignment = {
        id: newId<never>(),
        role: "VIEWER",
        tenantId: at.tenantId,
        createdTime: epochMs(1),
      } as const;
      return at.users.create({ ...person, id: newId(), createdTime: epochMs(1) }, { ...assignment, usersAtMost: 2 });
    };

    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, add));

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "TENANT_USERS_FULL", fault: "no-room" },
    });
    expect(await at.used()).toEqual({ users: 2 });
  });
});

const fileOf = (deviceId: DeviceId, size: number): DeviceFile => ({
  ...{ tag: "t", name: "a.osf", id: newId(), deviceId, status: 3, createdTime: epochMs(1) },
  listed: { size: null, startTime: null, endTime: null, listing: null },
  content: { sha256: "0".repeat(64), size, receivedTime: epochMs(1) },
  findings: {
    ...{ processing: "DONE", error: null, startTime: null, endTime: null },
    ...{ channelCount: null, sampleCount: null },
  },
});
