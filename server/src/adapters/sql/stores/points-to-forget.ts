import type { Expression, Transaction } from "kysely";
import type { PointsToForget } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export class SqlPointsToForget implements PointsToForget {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(removedBefore: EpochMs, limit: number): Promise<readonly DeviceId[]> {
    const rows = await this.#db.read
      .selectFrom("points_to_forget")
      .select("device_id")
      .where("removed_time", "<", removedBefore)
      .orderBy("removed_time")
      .limit(limit)
      .execute();
    return rows.map((row) => row.device_id as DeviceId);
  }

  async strike(devices: readonly DeviceId[]): Promise<void> {
    if (devices.length === 0) return;
    await this.#db.write.deleteFrom("points_to_forget").where("device_id", "in", devices).execute();
  }
}

/** Within the transaction that removes the devices `of` a tenant, or one of them: their points are to go as well. */
export async function putOnForgetList(
  trx: Transaction<Tables>,
  of: { readonly tenant: string; readonly device?: string },
  removedTime: EpochMs,
): Promise<void> {
  let devices = trx
    .selectFrom("devices")
    .select((eb) => ["id", eb.cast<number>(eb.val(removedTime), "bigint").as("removed_time")])
    .where("tenant_id", "=", of.tenant);
  if (of.device !== undefined) devices = devices.where("id", "=", of.device);
  await trx
    .insertInto("points_to_forget")
    .columns(["device_id", "removed_time"])
    .expression(devices as unknown as Expression<never>)
    .execute();
}
