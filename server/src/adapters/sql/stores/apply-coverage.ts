import type { Transaction } from "kysely";
import { type Coverage, changesBy } from "../../../core/files/index.ts";
import type { Tables } from "../tables.ts";

/** Changes every file that a list should have named and did not [FILE2]; returns how many. */
export async function applyCoverage(trx: Transaction<Tables>, coverage: Coverage): Promise<number> {
  let changed = 0;
  for (const { from, to } of changesBy("missing-from-list")) {
    const missing = missingFiles(trx, coverage).where("status", "=", from);
    changed += to === "gone" ? await remove(trx, missing) : await setStatus(trx, missing, to);
  }
  return changed;
}

const missingFiles = (trx: Transaction<Tables>, { deviceId, tag, startTime, endTime, listing }: Coverage) =>
  trx
    .selectFrom("files")
    .select("id")
    .where("device_id", "=", deviceId)
    .where("tag", "=", tag)
    .where("device_start", ">=", startTime)
    .where("device_start", "<", endTime)
    .where((eb) => eb.or([eb("listing", "is", null), eb("listing", "!=", listing)]));

type Missing = ReturnType<typeof missingFiles>;

async function remove(trx: Transaction<Tables>, missing: Missing): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("files").where("id", "in", missing).executeTakeFirst();
  return Number(numDeletedRows);
}

async function setStatus(trx: Transaction<Tables>, missing: Missing, status: number): Promise<number> {
  const changed = trx.updateTable("files").set({ status }).where("id", "in", missing);
  return Number((await changed.executeTakeFirst()).numUpdatedRows);
}
