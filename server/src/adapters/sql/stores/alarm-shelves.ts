import type { DueShelf, Originator, ShelfOf } from "../../../core/alarms/index.ts";
import { type AlarmId, type DeviceId, newId, type TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";

/** One per originator and type: shelving again replaces it. */
export async function putOnShelf(db: Database, shelf: ShelfOf): Promise<void> {
  const said = { until: shelf.until, reason: shelf.reason, shelved_by: shelf.by, shelved_time: shelf.since };
  const whose = { originator_id: shelf.originator.id, device_id: shelf.originator.id, type: shelf.type };
  await db.write
    .insertInto("alarm_shelves")
    .values({ id: newId<AlarmId>(), tenant_id: shelf.tenantId, ...whose, ...said })
    .onConflict((conflict) => conflict.columns(["originator_id", "type"]).doUpdateSet(said))
    .execute();
}

export async function takeFromShelf(db: Database, originator: Originator, type: string): Promise<boolean> {
  const { numDeletedRows } = await db.write
    .deleteFrom("alarm_shelves")
    .where("originator_id", "=", originator.id)
    .where("type", "=", type)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function dueShelves(db: Database, now: EpochMs, atMost: number): Promise<readonly DueShelf[]> {
  const rows = await db.read
    .selectFrom("alarm_shelves")
    .selectAll()
    .where("until", "<=", now)
    .orderBy("until")
    .limit(atMost)
    .execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id as TenantId,
    deviceId: row.originator_id as DeviceId,
    originator: { type: "DEVICE", id: row.originator_id as DeviceId },
    type: row.type,
    until: epochMs(row.until),
  }));
}

export async function endShelf(db: Database, { originator, type, until }: DueShelf): Promise<boolean> {
  const { numDeletedRows } = await db.write
    .deleteFrom("alarm_shelves")
    .where("originator_id", "=", originator.id)
    .where("type", "=", type)
    .where("until", "<=", until)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
