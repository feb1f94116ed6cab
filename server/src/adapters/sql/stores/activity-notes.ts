import { sql } from "kysely";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";

/** Rules are told of who came and who fell silent, in one transaction with what `record` stores of these devices. */
export async function recordAndTell(
  db: Database,
  notes: RuleInputNotes,
  devices: readonly DeviceId[],
  record: () => Promise<void>,
): Promise<void> {
  await db.transact(async () => {
    const before = await announced(db, devices);
    await record();
    for (const [deviceId, value] of await announced(db, devices)) {
      const was = before.get(deviceId) ?? null;
      if (value !== was) notes.note({ deviceId, kind: "ACTIVITY", name: "", value, before: was });
    }
  });
}

async function announced(db: Database, ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, boolean>> {
  const isAsked = isOneOf(db.kind, sql`device_id`, ids);
  const rows = await db.read.selectFrom("device_activity").selectAll().where(isAsked).execute();
  return new Map(rows.map((row) => [row.device_id as DeviceId, Number(row.announced_active) === 1]));
}
