import { join } from "node:path";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import type { DeviceId, TenantId } from "../../server/src/kernel/ids.ts";
import { systemClock } from "../../server/src/kernel/time.ts";

/** The newest temperature of each device. */
export type Filled = ReadonlyMap<string, number>;

const devicesPerTransaction = 2_000;

/** Attributes and points for every device, written straight into the stores of a node that does not run. */
export async function fillValues(dataDir: string, tenantId: TenantId): Promise<Filled> {
  const database = await openSqlite(join(dataDir, "heliograph.db"));
  const rows = await database.read.selectFrom("devices").select("id").orderBy("name_key").execute();
  const attributes = new SqlAttributeStore(database, 1_000);
  const telemetry = await openTelemetryBlocks({ folder: dataDir });
  const temperatures = new Map<string, number>();
  const time = systemClock();
  for (let from = 0; from < rows.length; from += devicesPerTransaction) {
    const some = rows
      .slice(from, from + devicesPerTransaction)
      .map(({ id }, index) => [id as DeviceId, from + index] as const);
    await database.transact(async () => {
      for (const [deviceId, number] of some) {
        const about = { tenantId, deviceId, time, deleted: [] };
        const hall = new Map([
          ["hall", `Hall ${number % 3}`],
          ["note", `device ${number}`],
        ]);
        await attributes.apply({ ...about, scope: "SERVER_SCOPE", values: hall });
        await attributes.apply({ ...about, scope: "SHARED_SCOPE", values: new Map([["limit", share(number * 31)]]) });
      }
    });
    await Promise.all(
      some.map(([deviceId, number]) => {
        const temperature = share(number * 17 + 5);
        temperatures.set(deviceId, temperature);
        const point = (key: string, value: number) => ({ ts: time, key, value });
        const batch = [point("temperature", temperature), point("humidity", share(number))];
        return telemetry.append(deviceId, batch, { owner: tenantId });
      }),
    );
  }
  await telemetry.flush();
  await telemetry.close();
  await database.close();
  return temperatures;
}

/** Spread over 0 to 100. */
const share = (number: number): number => ((number * 2_654_435_761) % 100_000) / 1_000;
