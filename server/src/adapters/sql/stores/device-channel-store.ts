import type { Channel } from "@heliograph/contract";
import type { DeviceChannelStore, OwnChannels, OwnChannelText } from "../../../core/device-channels/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { parsedInTurn } from "../../../kernel/parsed-in-turn.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";

export class SqlDeviceChannelStore implements DeviceChannelStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(device: DeviceId): Promise<OwnChannels> {
    const { version, channels } = await this.readText(device);
    return { version, channels: (await parsedInTurn(channels)) as Channel[] }; // written by us, checked before
  }

  async readText(device: DeviceId): Promise<OwnChannelText> {
    const row = await this.#db.read
      .selectFrom("device_channels")
      .select(["version", "channels"])
      .where("device_id", "=", device)
      .executeTakeFirst();
    return row ?? { version: 0, channels: "[]" };
  }

  async save(
    device: DeviceId,
    channels: readonly Channel[],
    version: number | undefined,
  ): Promise<"saved" | "stale" | "not-found"> {
    const text = JSON.stringify(channels);
    try {
      const changed = this.#db.write
        .updateTable("device_channels")
        .set((eb) => ({ channels: text, version: eb("version", "+", 1) }))
        .where("device_id", "=", device);
      const { numUpdatedRows } = await (version === undefined
        ? changed
        : changed.where("version", "=", version)
      ).executeTakeFirst();
      if (numUpdatedRows > 0n) return "saved";
      if (version !== undefined && version > 0) return "stale";
      await this.#db.write
        .insertInto("device_channels")
        .values({ device_id: device, version: 1, channels: text })
        .execute();
      return "saved";
    } catch (error) {
      if (isUniqueViolation(error)) return "stale"; // somebody else was the first
      if (isForeignKeyViolation(error)) return "not-found";
      throw error;
    }
  }
}
