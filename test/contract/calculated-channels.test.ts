import type { CalculatedDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlCalculatedChannelStore } from "../../server/src/adapters/sql/stores/calculated-channel-store.ts";
import { CalculatedChannels } from "../../server/src/core/calculated-channels/index.ts";
import { wholeTenant } from "../../server/src/core/projects/index.ts";
import type { DeviceId, TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { WritablePoints } from "../support/calculated-points.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { storedDevice } from "../support/stored-device.ts";

const input = (key: string) => ({ kind: "CHANNEL" as const, name: "a", key });

const ofDevice = (deviceId: string, key: string, from: string): CalculatedDefinition => ({
  ...{ scope: { kind: "DEVICE", deviceId }, key, inputs: [input(from)], expression: "a * 2" },
});

async function placeOf(database: Database) {
  const device = await storedDevice(database);
  const store = new SqlCalculatedChannelStore(database);
  const points = new WritablePoints(1);
  const channels = new CalculatedChannels(
    {
      ...{ store, points, transactions: new SqlTransactions(database), audit: noAudit, clock: () => epochMs(5) },
      live: { position: 7, edited: () => undefined },
      rules: async () => [],
    },
    3,
  );
  const [scoped] = await store.devices([device.id]);
  if (!scoped) throw new Error("no device");
  return { device, store, points, channels, typeId: scoped.typeId, reach: wholeTenant(device.tenantId) };
}

const wanted = (definition: CalculatedDefinition, replacesStored = false) => ({ definition, replacesStored });

onEveryDatabase("calculated channels", (open) => {
  test("[RUL7] a channel is kept, changed by version, and goes with its device", async () => {
    await using opened = await open();
    const { device, store, channels, reach, typeId } = await placeOf(opened.database);
    const made = await channels.create(reach, wanted(ofDevice(device.id.toUpperCase(), "double", "x")));
    const changed = await channels.update(reach, made.id, wanted(ofDevice(device.id, "double", "y")), 1);

    expect(await store.of(device.tenantId, device.id, typeId)).toEqual([changed]);
    expect(changed).toMatchObject({ version: 2, definition: { inputs: [{ key: "y" }] } });
    await expect(channels.update(reach, made.id, wanted(made.definition), 1)).rejects.toThrow(/version 2 now/);
    await expect(channels.create(reach, wanted(ofDevice(device.id, "double", "z")))).rejects.toThrow(/already/);
    expect(await store.progress()).toEqual({ position: 7, time: 5 });
    await store.note({ position: 9, time: epochMs(11) });
    expect(await store.progress()).toEqual({ position: 9, time: 11 });
    await device.remove();
    expect(await store.channels()).toEqual([]);
  });

  test("[RUL7] rings are refused, through types and sums as well, also when two are closed at once", async () => {
    await using opened = await open();
    const { device, channels, reach, typeId } = await placeOf(opened.database);
    const ofType = { ...ofDevice(device.id, "b", "c"), scope: { kind: "DEVICE_TYPE" as const, deviceTypeId: typeId } };
    const outcomes = await Promise.allSettled([
      channels.create(reach, wanted(ofDevice(device.id, "c", "b"))),
      channels.create(reach, wanted(ofType)),
    ]);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(String(outcomes.find(({ status }) => status === "rejected")?.["reason" as never])).toMatch(
      /from each other/,
    );
    const itself = { ...ofDevice(device.id, "d", "d") };
    await expect(channels.create(reach, wanted(itself))).rejects.toThrow(/not calculated from itself/);
  });

  test("[RUL7] a key under which there are points is taken over only by who says so; limits and expressions are checked", async () => {
    await using opened = await open();
    const { device, points, channels, reach } = await placeOf(opened.database);
    points.send(device.id, [{ key: "measured", ts: epochMs(1), value: 1 }]);
    const definition = ofDevice(device.id, "measured", "x");

    await expect(channels.create(reach, wanted(definition))).rejects.toThrow(/replacesStored/);
    await channels.create(reach, wanted(definition, true));
    await expect(
      channels.create(reach, wanted({ ...ofDevice(device.id, "e", "x"), expression: "a +" })),
    ).rejects.toThrow(/expression/);
    await channels.create(reach, wanted(ofDevice(device.id, "f", "x")));
    await channels.create(reach, wanted(ofDevice(device.id, "g", "x")));
    await expect(channels.create(reach, wanted(ofDevice(device.id, "h", "x")))).rejects.toThrow(/at most 3/);
  });

  test("[RUL7] members are the devices of a tenant by id, those of a type among them", async () => {
    await using opened = await open();
    const { device, store, typeId } = await placeOf(opened.database);
    const query = { tenantId: device.tenantId as TenantId, projectId: undefined, typeIds: [typeId] };

    expect(await store.members(query, 10)).toEqual([device.id]);
    expect(await store.countMembers(query)).toBe(1);
    expect(await store.members({ ...query, after: device.id as DeviceId }, 10)).toEqual([]);
  });
});
