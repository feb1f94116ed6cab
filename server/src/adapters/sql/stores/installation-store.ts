import type { InstallationStore } from "../../../core/installation/index.ts";
import type { Database } from "../database.ts";

export class SqlInstallationStore implements InstallationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(name: string): Promise<string | undefined> {
    const row = await this.#db.read.selectFrom("facts").select("value").where("name", "=", name).executeTakeFirst();
    return row?.value;
  }

  async check(): Promise<void> {
    await this.get("");
    await this.#db.write.selectFrom("facts").select("name").limit(1).execute();
  }

  async set(name: string, value: string): Promise<void> {
    await this.#db.write
      .insertInto("facts")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }

  async setOnce(name: string, value: string): Promise<string> {
    await this.#db.write
      .insertInto("facts")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { value: set } = await this.#db.write
      .selectFrom("facts")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return set;
  }
}
