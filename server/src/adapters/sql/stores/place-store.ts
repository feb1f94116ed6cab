import type { KnownValue, PlaceStore } from "../../../core/fleet-positions/index.ts";
import { valueFromJson } from "../../../core/telemetry/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { keyOf, storedKey } from "./attribute-rows.ts";

/** Places that people wrote down, by the index over the values of attributes. */
export class SqlPlaceStore implements PlaceStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async attributesNamed(
    tenant: TenantId,
    keys: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<DeviceId, ReadonlyMap<string, KnownValue>>> {
    const rows = await this.#db.read
      .selectFrom("attributes")
      .select(["device_id", "key", "value", "last_update_ts"])
      .where("tenant_id", "=", tenant)
      .where("key", "in", keys.map(storedKey))
      .where("scope", "in", ["SERVER_SCOPE", "SHARED_SCOPE"])
      .orderBy("scope", "desc") // SHARED_SCOPE first: what the server says lies over it
      .limit(atMost)
      .execute();
    const found = new Map<DeviceId, Map<string, KnownValue>>();
    for (const row of rows) {
      const id = row.device_id as DeviceId;
      const known = found.get(id) ?? new Map<string, KnownValue>();
      found.set(id, known.set(keyOf(row.key), { ts: Number(row.last_update_ts), value: valueFromJson(row.value) }));
    }
    return found;
  }
}
