import type { Permission } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { ApiKey, ApiKeyStore, NewKeyOutcome } from "../../../core/access/index.ts";
import type { ApiKeyId, AuthorityId, ProjectId, UserId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockUser } from "./row-locks.ts";

type Row = Omit<Tables["api_keys"], "key_hash">;

/** Others who write wait no longer than these take. */
const usesPerTransaction = 500;

export class SqlApiKeyStore implements ApiKeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async create(key: ApiKey, keyHash: string, atMost: number): Promise<NewKeyOutcome> {
    try {
      return await this.#db.transact(async (trx) => {
        if (!(await lockUser(trx, key.userId))) return "no-such-assignment";
        const { held } = await trx
          .selectFrom("api_keys")
          .select(({ fn }) => fn.countAll().as("held"))
          .where("assignment_id", "=", key.authorityId)
          .executeTakeFirstOrThrow();
        if (Number(held) >= atMost) return "too-many";
        await trx.insertInto("api_keys").values(keyRow(key, keyHash)).execute();
        return "created";
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-assignment";
      throw error;
    }
  }

  async findByHash(keyHash: string): Promise<ApiKey | undefined> {
    const row = await this.#keys().where("key_hash", "=", keyHash).executeTakeFirst();
    return row && keyOf(row);
  }

  async findById(id: ApiKeyId): Promise<ApiKey | undefined> {
    const row = await this.#keys().where("id", "=", id).executeTakeFirst();
    return row && keyOf(row);
  }

  async listOf(authority: AuthorityId): Promise<readonly ApiKey[]> {
    const own = this.#keys().where("assignment_id", "=", authority);
    return (await own.orderBy("created_time", "desc").orderBy("id").execute()).map(keyOf);
  }

  async remove(authority: AuthorityId, id: ApiKeyId): Promise<ApiKey | undefined> {
    const row = await this.#db.write
      .deleteFrom("api_keys")
      .where("id", "=", id)
      .where("assignment_id", "=", authority)
      .returning(columns)
      .executeTakeFirst();
    return row && keyOf(row);
  }

  async noteUse(uses: ReadonlyMap<ApiKeyId, EpochMs>): Promise<void> {
    const all = [...uses];
    for (let from = 0; from < all.length; from += usesPerTransaction) {
      await this.#db.write.transaction().execute(async (trx) => {
        for (const [id, time] of all.slice(from, from + usesPerTransaction))
          await trx
            .updateTable("api_keys")
            .where("id", "=", id)
            .where((key) => key.or([key("last_used_time", "is", null), key("last_used_time", "<", time)]))
            .set({ last_used_time: time })
            .execute();
      });
    }
  }

  #keys() {
    return this.#db.read.selectFrom("api_keys").select(columns);
  }
}

const columns = [
  "id",
  "user_id",
  "assignment_id",
  "name",
  "permissions",
  "project_ids",
  "created_time",
  "expires_time",
  "last_used_time",
] as const;

const keyRow = (key: ApiKey, keyHash: string): Tables["api_keys"] => ({
  id: key.id,
  user_id: key.userId,
  assignment_id: key.authorityId,
  name: key.name,
  key_hash: keyHash,
  permissions: JSON.stringify(key.permissions),
  project_ids: key.projectIds && JSON.stringify(key.projectIds),
  created_time: key.createdTime,
  expires_time: key.expiresTime,
  last_used_time: key.lastUsedTime,
});

const keyOf = (row: Row): ApiKey => ({
  id: row.id as ApiKeyId,
  userId: row.user_id as UserId,
  authorityId: row.assignment_id as AuthorityId,
  name: row.name,
  permissions: parseJsonText(row.permissions) as Permission[],
  projectIds: row.project_ids === null ? null : (parseJsonText(row.project_ids) as ProjectId[]),
  createdTime: epochMs(row.created_time),
  expiresTime: row.expires_time === null ? null : epochMs(row.expires_time),
  lastUsedTime: row.last_used_time === null ? null : epochMs(row.last_used_time),
});
