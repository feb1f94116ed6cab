import { parseJsonText } from "@heliograph/contract/json-text";
import type { PinStore } from "../../../core/device-overview/index.ts";
import type { DeviceId, UserId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";

export class SqlPinStore implements PinStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(user: UserId, device: DeviceId): Promise<readonly string[] | undefined> {
    const row = await this.#db.read
      .selectFrom("device_pins")
      .select("keys")
      .where("user_id", "=", user)
      .where("device_id", "=", device)
      .executeTakeFirst();
    return row && (parseJsonText(row.keys) as string[]);
  }

  async save(user: UserId, device: DeviceId, wanted: readonly string[] | undefined): Promise<void> {
    if (wanted === undefined) return this.#forget(user, device);
    const keys = JSON.stringify(wanted);
    try {
      await this.#db.write
        .insertInto("device_pins")
        .values({ user_id: user, device_id: device, keys })
        .onConflict((conflict) => conflict.columns(["user_id", "device_id"]).doUpdateSet({ keys }))
        .execute();
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
    }
  }

  async #forget(user: UserId, device: DeviceId): Promise<void> {
    await this.#db.write
      .deleteFrom("device_pins")
      .where("user_id", "=", user)
      .where("device_id", "=", device)
      .execute();
  }
}
