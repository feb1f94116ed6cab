import type { Terms, TermsStore } from "../../../core/tenants/index.ts";
import type { TenantId, UserId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";

export class SqlTermsStore implements TermsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async current(tenant: TenantId): Promise<Terms> {
    const row = await this.#db.read
      .selectFrom("terms")
      .select(["text", "version", "created_time"])
      .where("tenant_id", "=", tenant)
      .orderBy("version", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!row) return { text: "", version: 0, changedTime: null };
    return { text: row.text, version: row.version, changedTime: epochMs(row.created_time) };
  }

  async add(
    tenant: TenantId,
    after: number,
    text: string,
    now: EpochMs,
  ): Promise<"added" | "changed" | "no-such-tenant"> {
    try {
      return await this.#db.transact(async (trx) => {
        if ((await this.current(tenant)).version !== after) return "changed";
        const row = { tenant_id: tenant, version: after + 1, text, created_time: now };
        await trx.insertInto("terms").values(row).execute();
        return "added";
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "changed"; // in the same moment
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async acceptedTime(user: UserId, tenant: TenantId, version: number): Promise<EpochMs | undefined> {
    const row = await this.#db.read
      .selectFrom("accepted_terms")
      .select("accepted_time")
      .where("user_id", "=", user)
      .where("tenant_id", "=", tenant)
      .where("version", "=", version)
      .executeTakeFirst();
    return row && epochMs(row.accepted_time);
  }

  async accept(user: UserId, tenant: TenantId, version: number, now: EpochMs): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db.write
      .insertInto("accepted_terms")
      .values({ user_id: user, tenant_id: tenant, version, accepted_time: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
}
