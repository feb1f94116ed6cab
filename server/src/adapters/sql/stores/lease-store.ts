import type { LeaseStore } from "../../../core/leases/index.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { clocksDifferMs } from "./wrong-clock.ts";

export class SqlLeaseStore implements LeaseStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** One statement: of two who ask at once the second finds the row of the first. */
  async take(name: string, owner: string, time: { now: EpochMs; until: EpochMs; sane: EpochMs }): Promise<boolean> {
    const { now, until, sane } = time;
    const taken = await this.#db.write
      .insertInto("leases")
      .values({ name, owner, until })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ owner, until })
          .where((eb) =>
            eb.or([
              eb("leases.owner", "=", owner),
              eb("leases.until", "<=", now),
              eb("leases.until", ">", sane + clocksDifferMs),
            ]),
          ),
      )
      .returning("name")
      .executeTakeFirst();
    return taken !== undefined;
  }

  async release(name: string, owner: string): Promise<void> {
    await this.#db.write.deleteFrom("leases").where("name", "=", name).where("owner", "=", owner).execute();
  }
}
