import { parseJsonText } from "@heliograph/contract/json-text";
import type { Transaction } from "kysely";
import type { DashboardShare, MadeShare, ShareStore, ShareTerms } from "../../../core/dashboard-shares/index.ts";
import type { DashboardText, Saver } from "../../../core/dashboards/index.ts";
import type { AuthorityId, DashboardId, ShareId, UserId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

type Row = Omit<Tables["dashboard_shares"], "token_hash">;

/** Others who write wait no longer than these take. */
const usesPerTransaction = 500;

/** Links to dashboards [DSH6]. */
export class SqlDashboardShareStore implements ShareStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Two who make the last one at once meet at the dashboard. */
  async create(share: DashboardShare, tokenHash: string, atMost: number): Promise<"created" | "too-many" | "gone"> {
    try {
      return await this.#db.transact(async (trx) => {
        if (!(await lockDashboard(trx, share.dashboardId))) return "gone";
        const { held } = await trx
          .selectFrom("dashboard_shares")
          .select(({ fn }) => fn.countAll().as("held"))
          .where("dashboard_id", "=", share.dashboardId)
          .executeTakeFirstOrThrow();
        if (Number(held) >= atMost) return "too-many";
        await trx.insertInto("dashboard_shares").values(shareRow(share, tokenHash)).execute();
        return "created";
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async findByHash(tokenHash: string): Promise<DashboardShare | undefined> {
    const row = await this.#shares().where("token_hash", "=", tokenHash).executeTakeFirst();
    return row && shareOf(row);
  }

  async find(dashboard: DashboardId, id: ShareId): Promise<DashboardShare | undefined> {
    const row = await this.#shares().where("dashboard_id", "=", dashboard).where("id", "=", id).executeTakeFirst();
    return row && shareOf(row);
  }

  async findById(id: ShareId): Promise<DashboardShare | undefined> {
    const row = await this.#shares().where("id", "=", id).executeTakeFirst();
    return row && shareOf(row);
  }

  async listOf(dashboard: DashboardId): Promise<readonly MadeShare[]> {
    const rows = await this.#db.read
      .selectFrom("dashboard_shares")
      .innerJoin("users", "users.id", "dashboard_shares.user_id")
      .select([...columns.map((column) => `dashboard_shares.${column}` as const), "users.username"])
      .where("dashboard_id", "=", dashboard)
      .orderBy("dashboard_shares.created_time", "desc")
      .orderBy("dashboard_shares.id")
      .execute();
    return rows.map((row) => ({ ...shareOf(row), madeBy: row.username }));
  }

  async setVersion(id: ShareId, version: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("dashboard_shares")
      .set({ version })
      .where("id", "=", id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(dashboard: DashboardId, id: ShareId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("dashboard_shares")
      .where("dashboard_id", "=", dashboard)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async noteUse(uses: ReadonlyMap<ShareId, EpochMs>): Promise<void> {
    const all = [...uses];
    for (let from = 0; from < all.length; from += usesPerTransaction) {
      await this.#db.write.transaction().execute(async (trx) => {
        for (const [id, time] of all.slice(from, from + usesPerTransaction))
          await trx
            .updateTable("dashboard_shares")
            .where("id", "=", id)
            .where((share) => share.or([share("last_used_time", "is", null), share("last_used_time", "<", time)]))
            .set({ last_used_time: time })
            .execute();
      });
    }
  }

  #shares() {
    return this.#db.read.selectFrom("dashboard_shares").select(columns);
  }
}

/** Links of whoever saved the dashboard show what they saved, if they showed what it was made of. */
export async function moveSharesOn(
  trx: Transaction<Tables>,
  { id, version }: Pick<DashboardText, "id" | "version">,
  { userId, fits }: Saver,
): Promise<void> {
  const shown = await trx
    .selectFrom("dashboard_shares")
    .select(columns)
    .where("dashboard_id", "=", id)
    .where("user_id", "=", userId)
    .where("version", "=", version - 1)
    .execute();
  const fitting = shown.map(shareOf).filter(({ terms }) => fits(terms.variables));
  if (fitting.length === 0) return;
  const ids = fitting.map((share) => share.id);
  await trx.updateTable("dashboard_shares").set({ version }).where("id", "in", ids).execute();
}

/** False when there is none. */
async function lockDashboard(trx: Transaction<Tables>, id: DashboardId): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("dashboards")
    .set((eb) => ({ title: eb.ref("title") }))
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const columns = [
  "id",
  "dashboard_id",
  "user_id",
  "assignment_id",
  "name",
  "password_hash",
  "version",
  "terms",
  "created_time",
  "expires_time",
  "last_used_time",
] as const;

const shareRow = (share: DashboardShare, tokenHash: string): Tables["dashboard_shares"] => ({
  id: share.id,
  dashboard_id: share.dashboardId,
  user_id: share.userId,
  assignment_id: share.authorityId,
  name: share.name,
  token_hash: tokenHash,
  password_hash: share.passwordHash,
  version: share.version,
  terms: JSON.stringify(share.terms),
  created_time: share.createdTime,
  expires_time: share.expiresTime,
  last_used_time: share.lastUsedTime,
});

const shareOf = (row: Row): DashboardShare => ({
  id: row.id as ShareId,
  dashboardId: row.dashboard_id as DashboardId,
  userId: row.user_id as UserId,
  authorityId: row.assignment_id as AuthorityId,
  name: row.name,
  passwordHash: row.password_hash,
  version: row.version,
  terms: parseJsonText(row.terms) as ShareTerms,
  createdTime: epochMs(row.created_time),
  expiresTime: row.expires_time === null ? null : epochMs(row.expires_time),
  lastUsedTime: row.last_used_time === null ? null : epochMs(row.last_used_time),
});
