import { parseJsonText } from "@heliograph/contract/json-text";
import type { SavedCommand, SavedCommandProperties, SavedCommandStore } from "../../../core/saved-commands/index.ts";
import type { SavedCommandId, TenantId, UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

/** Commands that people keep under a name. */
export class SqlSavedCommandStore implements SavedCommandStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId, user: UserId): Promise<readonly SavedCommand[]> {
    const seen = this.#of(tenant).where((eb) => eb.or([eb("is_shared", "=", 1), eb("owner_id", "=", user)]));
    return (await seen.selectAll().orderBy("name_key").orderBy("id").execute()).map(savedOf);
  }

  async find(tenant: TenantId, id: SavedCommandId): Promise<SavedCommand | undefined> {
    const row = await this.#of(tenant).selectAll().where("id", "=", id).executeTakeFirst();
    return row && savedOf(row);
  }

  async count(tenant: TenantId, user: UserId): Promise<number> {
    const own = this.#of(tenant).where("owner_id", "=", user);
    const { total } = await own.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    return Number(total);
  }

  async insert(saved: SavedCommand): Promise<"created" | "gone"> {
    try {
      await this.#db.write.insertInto("saved_commands").values(rowOf(saved)).execute();
      return "created";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async update(saved: SavedCommand): Promise<void> {
    await this.#db.write.updateTable("saved_commands").set(rowOf(saved)).where("id", "=", saved.id).execute();
  }

  async remove(tenant: TenantId, id: SavedCommandId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("saved_commands")
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("saved_commands").where("tenant_id", "=", tenant);
  }
}

const rowOf = (saved: SavedCommand): Tables["saved_commands"] => ({
  id: saved.id,
  tenant_id: saved.tenantId,
  owner_id: saved.ownerId,
  is_shared: saved.isShared ? 1 : 0,
  name: saved.name,
  name_key: foldCase(saved.name),
  command: JSON.stringify(saved.command),
  created_time: saved.createdTime,
});

const savedOf = (row: Tables["saved_commands"]): SavedCommand => ({
  id: row.id as SavedCommandId,
  tenantId: row.tenant_id as TenantId,
  ownerId: row.owner_id as UserId | null,
  isShared: row.is_shared === 1,
  name: row.name,
  command: parseJsonText(row.command) as SavedCommandProperties["command"],
  createdTime: epochMs(row.created_time),
});
