import { expect, test } from "vitest";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlPlaceStore } from "../../server/src/adapters/sql/stores/place-store.ts";
import { type CredentialsId, type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { newTenant } from "../support/group-world.ts";
import { plainDevice } from "../support/plain-device.ts";

onEveryDatabase("PlaceStore", (open) => {
  test("[issue 17.24] places that people wrote are found by key, in their tenant alone, the server's before shared ones", async () => {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    await using _ = { [Symbol.asyncDispose]: dispose };
    const [tenantId, other] = [await newTenant(database), await newTenant(database)];
    const [devices, attributes, places] = [
      new SqlDeviceStore(database),
      new SqlAttributeStore(database, 100),
      new SqlPlaceStore(database),
    ];
    const device = async (of: TenantId): Promise<DeviceId> => {
      const created = plainDevice({ tenantId: of, name: newId<DeviceId>() });
      const credentials = { id: newId<CredentialsId>(), deviceId: created.id, createdTime: epochMs(1), token: newId() };
      await devices.create({ device: created, credentials });
      return created.id;
    };
    const write = (
      of: TenantId,
      deviceId: DeviceId,
      scope: "CLIENT_SCOPE" | "SHARED_SCOPE" | "SERVER_SCOPE",
      values: object,
    ) =>
      attributes.apply({
        ...{ tenantId: of, deviceId, scope, time: epochMs(5), deleted: [] },
        values: new Map(Object.entries(values) as [string, number][]),
      });
    const [one, two, foreign] = [await device(tenantId), await device(tenantId), await device(other)];
    await write(tenantId, one, "SHARED_SCOPE", { latitude: 1, longitude: 2, hall: 3 });
    await write(tenantId, one, "SERVER_SCOPE", { latitude: 48.5 });
    await write(tenantId, two, "CLIENT_SCOPE", { latitude: 9 });
    await write(other, foreign, "SERVER_SCOPE", { latitude: 7 });

    const found = await places.attributesNamed(tenantId, ["latitude", "longitude"], 10);

    expect([...found.keys()]).toEqual([one]);
    expect(Object.fromEntries(found.get(one) ?? [])).toEqual({
      latitude: { ts: 5, value: 48.5 },
      longitude: { ts: 5, value: 2 },
    });
    expect((await places.attributesNamed(tenantId, ["latitude", "longitude"], 1)).size).toBe(1);
  });
});
