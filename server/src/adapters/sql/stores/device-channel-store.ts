import type { Channel } from "@heliograph/contract";
import type {
  DeviceChannelStore,
  OwnChannels,
  OwnChannelsOfDevice,
  OwnChannelText,
} from "../../../core/device-channels/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { DeviceId, DeviceTypeId } from "../../../kernel/ids.ts";
import { parsedInTurn } from "../../../kernel/parsed-in-turn.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import { inProjects } from "./device-query.ts";

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

  async ofType(
    { tenantId, projects }: Reach,
    type: DeviceTypeId,
    after: DeviceId | undefined,
    limit: number,
  ): Promise<readonly OwnChannelsOfDevice[]> {
    let query = this.#db.read
      .selectFrom("device_channels")
      .innerJoin("devices", "devices.id", "device_channels.device_id")
      .select(["devices.id as id", "devices.name as name", "device_channels.channels as channels"])
      .where("devices.tenant_id", "=", tenantId)
      .where("devices.type_id", "=", type)
      .where("device_channels.channels", "<>", "[]");
    if (projects !== "all") query = query.where(inProjects(this.#db, projects));
    if (after !== undefined) query = query.where("devices.id", ">", after);
    const rows = await query.orderBy("devices.id").limit(limit).execute();
    return rows.map(({ id, name, channels }) => ({ id: id as DeviceId, name, channels }));
  }

  async save(
    device: DeviceId,
    channels: readonly Channel[],
    version: number | undefined,
  ): Promise<"saved" | "stale" | "not-found"> {
    const text = JSON.stringify(channels);
    try {
      const changed = await (version === undefined || version === 0
        ? this.#first(device, text, version === undefined)
        : this.#next(device, text, version));
      return changed ? "saved" : "stale";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "not-found";
      throw error;
    }
  }

  /** In place of others, or only where there are none. */
  async #first(device: DeviceId, channels: string, replaces: boolean): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await this.#db.write
      .insertInto("device_channels")
      .values({ device_id: device, version: 1, channels })
      .onConflict((others) =>
        replaces
          ? others
              .column("device_id")
              .doUpdateSet((eb) => ({ channels, version: eb("device_channels.version", "+", 1) }))
          : others.column("device_id").doNothing(),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }

  async #next(device: DeviceId, channels: string, version: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("device_channels")
      .set({ channels, version: version + 1 })
      .where("device_id", "=", device)
      .where("version", "=", version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
