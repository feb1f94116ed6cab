import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { type CredentialsId, type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { plainDevice } from "./plain-device.ts";

export interface StoredTestDevice {
  readonly tenantId: TenantId;
  readonly id: DeviceId;
  readonly token: string;
  remove(): Promise<void>;
}

/** A device in a tenant of its own, straight in the database. */
export async function storedDevice(database: Database): Promise<StoredTestDevice> {
  const tenantId = newId<TenantId>();
  const id = newId<DeviceId>();
  const createdTime = epochMs(1);
  await new SqlTenantStore(database).create({ id: tenantId, createdTime, name: `tenant ${tenantId}` });
  const devices = new SqlDeviceStore(database);
  const device = plainDevice({ id, tenantId, createdTime, name: `device ${id}` });
  const token = `token-${id}`;
  await devices.create({ device, credentials: { id: newId<CredentialsId>(), deviceId: id, createdTime, token } });
  return { tenantId, id, token, remove: async () => void (await devices.remove(tenantId, id)) };
}

/** Many more like a device, named after their numbers. */
export async function devicesLike(database: Database, id: DeviceId, count: number): Promise<readonly DeviceId[]> {
  const of = database.read.selectFrom("devices").selectAll().where("id", "=", id);
  const row = await of.executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, () => newId<DeviceId>());
  for (let begun = 0; begun < count; begun += 100) {
    const some = ids.slice(begun, begun + 100).map((one, at) => ({ ...row, id: one, name: `device ${begun + at}` }));
    await database.write.insertInto("devices").values(some).execute();
  }
  return ids;
}
