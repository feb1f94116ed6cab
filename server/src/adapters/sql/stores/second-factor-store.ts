import { sql, type Transaction } from "kysely";
import type {
  ChangedRules,
  FirstCode,
  SealedFactor,
  SecondFactorState,
  SecondFactorStore,
  SignInRules,
} from "../../../core/access/index.ts";
import type { SessionId, TenantId, UserId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant, lockUser } from "./row-locks.ts";
import { endUnverified } from "./verified-sessions.ts";

/** Used codes remembered of a user: a year of logins, so that a clock set back does not bring one back. */
const usesKept = 1_000;

export class SqlSecondFactorStore implements SecondFactorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async stateOf(user: UserId, tenant: TenantId | undefined): Promise<SecondFactorState | undefined> {
    const row = await this.#db.read
      .selectFrom("users")
      .leftJoin("second_factors", "second_factors.user_id", "users.id")
      .select(["users.is_service", "second_factors.enabled_time"])
      .select(({ selectFrom }) =>
        selectFrom("recovery_codes")
          .select(({ fn }) => fn.countAll().as("left"))
          .whereRef("recovery_codes.user_id", "=", "users.id")
          .as("codes_left"),
      )
      .where("users.id", "=", user)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      enabledTime: row.enabled_time === null ? null : epochMs(row.enabled_time),
      recoveryCodesLeft: Number(row.codes_left),
      isService: row.is_service === 1,
      isRequired: tenant !== undefined && (await this.rulesOf(tenant)).isRequired,
    };
  }

  async find(user: UserId): Promise<SealedFactor | undefined> {
    const row = await this.#db.read
      .selectFrom("second_factors")
      .select(["secret", "enabled_time"])
      .where("user_id", "=", user)
      .executeTakeFirst();
    return row && { sealed: row.secret, isEnabled: row.enabled_time !== null };
  }

  propose(user: UserId, sealed: string): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      if (!(await lockUser(trx, user))) return false;
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("second_factors")
        .values({ user_id: user, secret: sealed, enabled_time: null, uses: 0 })
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet({ secret: sealed }).where("second_factors.enabled_time", "is", null),
        )
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  enable(user: UserId, first: FirstCode): Promise<readonly SessionId[] | undefined> {
    return this.#db.transact(async (trx) => {
      await lockUser(trx, user);
      const { numUpdatedRows } = await trx
        .updateTable("second_factors")
        .set({ enabled_time: first.now })
        .where("user_id", "=", user)
        .where("secret", "=", first.sealed)
        .where("enabled_time", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return undefined;
      await noteStep(trx, user, first.sealed, first.step);
      await putRecoveryCodes(trx, user, first.recoveryHashes);
      if (first.session !== undefined)
        await trx.updateTable("sessions").set({ is_verified: 1 }).where("id", "=", first.session).execute();
      return endUnverified(trx, { user });
    });
  }

  useStep(user: UserId, sealed: string, step: number): Promise<boolean> {
    return this.#db.transact((trx) => noteStep(trx, user, sealed, step));
  }

  async useRecoveryCode(user: UserId, hash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("recovery_codes")
      .where("user_id", "=", user)
      .where("code_hash", "=", hash)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  replaceRecoveryCodes(user: UserId, hashes: readonly string[]): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      await lockUser(trx, user);
      const enabled = trx
        .selectFrom("second_factors")
        .where("user_id", "=", user)
        .where("enabled_time", "is not", null);
      if (!(await enabled.select("user_id").executeTakeFirst())) return false;
      await putRecoveryCodes(trx, user, hashes);
      return true;
    });
  }

  remove(user: UserId, which: "all" | "where-required"): Promise<readonly SessionId[] | undefined> {
    return this.#db.transact(async (trx) => {
      await lockUser(trx, user);
      const { numDeletedRows } = await trx
        .deleteFrom("second_factors")
        .where("user_id", "=", user)
        .where("enabled_time", "is not", null)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return undefined;
      if (which === "all") return endAll(trx, user);
      await trx.updateTable("sessions").set({ is_verified: 0 }).where("user_id", "=", user).execute();
      return endUnverified(trx, { user });
    });
  }

  setService(user: UserId, isService: boolean): Promise<readonly SessionId[]> {
    return this.#db.transact(async (trx) => {
      await trx
        .updateTable("users")
        .set({ is_service: isService ? 1 : 0 })
        .where("id", "=", user)
        .execute();
      return endUnverified(trx, { user });
    });
  }

  async rulesOf(tenant: TenantId): Promise<SignInRules> {
    const row = await this.#db.read
      .selectFrom("sign_in_rules")
      .select(["needs_second_factor", "version"])
      .where("tenant_id", "=", tenant)
      .executeTakeFirst();
    return { isRequired: row?.needs_second_factor === 1, version: Number(row?.version ?? 0) };
  }

  async setRequired(
    tenant: TenantId,
    isRequired: boolean,
    version?: number,
  ): Promise<ChangedRules | "changed-meanwhile" | "no-such-tenant"> {
    try {
      return await this.#db.transact(async (trx) => {
        await lockTenant(trx, tenant); // there may be no row yet that could be held
        const before = await this.rulesOf(tenant);
        if (version !== undefined && version !== before.version) return "changed-meanwhile";
        const after = { isRequired, version: before.version + 1 };
        await saveRules(trx, tenant, after);
        return { before, after, ended: await endUnverified(trx, { tenant }) };
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }
}

async function saveRules(trx: Transaction<Tables>, tenant: TenantId, rules: SignInRules): Promise<void> {
  const values = { needs_second_factor: rules.isRequired ? 1 : 0, version: rules.version };
  await trx
    .insertInto("sign_in_rules")
    .values({ tenant_id: tenant, ...values })
    .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(values))
    .execute();
}

/** The row is locked by counting: two who show one code at once meet, and one of them comes second. */
async function noteStep(trx: Transaction<Tables>, user: UserId, sealed: string, step: number): Promise<boolean> {
  const counted = await trx
    .updateTable("second_factors")
    .set((factor) => ({ uses: sql<number>`${factor.ref("uses")} + 1` }))
    .where("user_id", "=", user)
    .where("secret", "=", sealed)
    .where("enabled_time", "is not", null)
    .returning("uses")
    .executeTakeFirst();
  if (!counted) return false;
  const use = Number(counted.uses);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("used_codes")
    .values({ user_id: user, step, use })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom("used_codes")
    .where("user_id", "=", user)
    .where("use", "<=", use - usesKept)
    .execute();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function putRecoveryCodes(trx: Transaction<Tables>, user: UserId, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", user).execute();
  const rows = hashes.map((code_hash) => ({ user_id: user, code_hash }));
  if (rows.length > 0) await trx.insertInto("recovery_codes").values(rows).execute();
}

async function endAll(trx: Transaction<Tables>, user: UserId): Promise<readonly SessionId[]> {
  const ended = await trx.deleteFrom("sessions").where("user_id", "=", user).returning("id").execute();
  return ended.map(({ id }) => id as SessionId);
}
