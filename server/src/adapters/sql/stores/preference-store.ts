import type { Preferences } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { PreferenceStore } from "../../../core/access/index.ts";
import type { UserId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { lockUser } from "./row-locks.ts";

export class SqlPreferenceStore implements PreferenceStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(user: UserId): Promise<Preferences | undefined> {
    const row = await this.#db.read
      .selectFrom("user_preferences")
      .select("preferences")
      .where("user_id", "=", user)
      .executeTakeFirst();
    return row && (parseJsonText(row.preferences) as Preferences);
  }

  hold(user: UserId): Promise<Preferences | undefined> {
    return this.#db.transact(async (trx) => {
      await lockUser(trx, user); // there may be no row yet that could be held
      return this.read(user);
    });
  }

  async save(user: UserId, wanted: Preferences): Promise<void> {
    const preferences = JSON.stringify(wanted);
    await this.#db.write
      .insertInto("user_preferences")
      .values({ user_id: user, preferences })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ preferences }))
      .execute();
  }
}
