import type { Contact, StoredDevice } from "../../../core/devices/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { recordAndTell } from "./activity-notes.ts";
import { selectDevices } from "./device-query.ts";
import { activityRows, storedDeviceOf } from "./device-rows.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";

/** Rows per statement: SQLite allows 32,766 parameters, a contact has three. */
const contactsPerStatement = 5_000;

/** When devices were last heard of, and whether that was told [DEV5]. */
export class DeviceContacts {
  readonly #db: Database;
  readonly #notes: RuleInputNotes | undefined;

  constructor(db: Database, notes: RuleInputNotes | undefined) {
    this.#db = db;
    this.#notes = notes;
  }

  async record(contacts: ReadonlyMap<DeviceId, Contact>): Promise<void> {
    const write = () => this.#write(contacts);
    const isHeard = this.#notes?.hears(undefined, "ACTIVITY", "");
    await (isHeard && this.#notes ? recordAndTell(this.#db, this.#notes, [...contacts.keys()], write) : write());
  }

  async #write(contacts: ReadonlyMap<DeviceId, Contact>): Promise<void> {
    const known = await this.#known([...contacts.keys()]);
    for (let at = 0; at < known.length; at += contactsPerStatement) {
      const rows = known.slice(at, at + contactsPerStatement).flatMap((id) => activityRows(id, contacts.get(id)));
      await this.#db.write
        .insertInto("device_activity")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column("device_id")
            .doUpdateSet((eb) => ({
              last_activity_time: eb.ref("excluded.last_activity_time"),
              announced_active: eb.ref("excluded.announced_active"),
            }))
            .whereRef("excluded.last_activity_time", ">=", "device_activity.last_activity_time"),
        )
        .execute();
    }
  }

  async cap(now: EpochMs): Promise<void> {
    await this.#db.write
      .updateTable("device_activity")
      .set({ last_activity_time: now })
      .where("last_activity_time", ">", now)
      .execute();
  }

  /** A walk over the table, which happens once per start: an index would cost something with every contact. */
  async *announcedActive(): AsyncGenerator<readonly StoredDevice[]> {
    const query = selectDevices(this.#db).where("device_activity.announced_active", "=", 1);
    for await (const rows of streamRows(this.#db, query)) yield rows.map(storedDeviceOf);
  }

  async #known(ids: readonly DeviceId[]): Promise<readonly DeviceId[]> {
    const known: DeviceId[] = [];
    for (let at = 0; at < ids.length; at += contactsPerStatement) {
      const part = ids.slice(at, at + contactsPerStatement);
      const rows = await this.#db.read.selectFrom("devices").select("id").where("id", "in", part).execute();
      known.push(...rows.map(({ id }) => id as DeviceId));
    }
    return known;
  }
}
