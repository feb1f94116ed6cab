import type { PasswordReset, PasswordResetStore, UsedReset } from "../../../core/access/index.ts";
import type { UserId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { putPassword } from "./password-rows.ts";
import { lockUser } from "./row-locks.ts";

export class SqlPasswordResetStore implements PasswordResetStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  save(reset: PasswordReset, tokenHash: string, atMost: number): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      if (!(await lockUser(trx, reset.userId))) return false;
      const own = trx.deleteFrom("password_resets").where("user_id", "=", reset.userId);
      await own.where("expires_time", "<=", reset.createdTime).execute();
      if (reset.madeBy !== null) await own.where("made_by", "is not", null).execute();
      const { open } = await trx
        .selectFrom("password_resets")
        .select(({ fn }) => fn.countAll().as("open"))
        .where("user_id", "=", reset.userId)
        .where("made_by", "is", null)
        .executeTakeFirstOrThrow();
      if (reset.madeBy === null && Number(open) >= atMost) return false;
      await trx
        .insertInto("password_resets")
        .values({
          token_hash: tokenHash,
          user_id: reset.userId,
          made_by: reset.madeBy,
          created_time: reset.createdTime,
          expires_time: reset.expiresTime,
        })
        .execute();
      return true;
    });
  }

  async find(tokenHash: string): Promise<PasswordReset | undefined> {
    const row = await this.#db.read
      .selectFrom("password_resets")
      .selectAll()
      .where("token_hash", "=", tokenHash)
      .executeTakeFirst();
    return (
      row && {
        userId: row.user_id as UserId,
        madeBy: row.made_by as UserId | null,
        createdTime: epochMs(row.created_time),
        expiresTime: epochMs(row.expires_time),
      }
    );
  }

  use(tokenHash: string, passwordHash: string): Promise<UsedReset | undefined> {
    return this.#db.transact(async (trx) => {
      const used = await trx
        .deleteFrom("password_resets")
        .where("token_hash", "=", tokenHash)
        .returning("user_id")
        .executeTakeFirst();
      if (!used) return undefined;
      const others = await trx
        .deleteFrom("password_resets")
        .where("user_id", "=", used.user_id)
        .returning("token_hash")
        .execute();
      const sessionIds = await putPassword(trx, used.user_id as UserId, passwordHash);
      return { sessionIds, tokenHashes: [tokenHash, ...others.map(({ token_hash }) => token_hash)] };
    });
  }

  async removeEnded(now: EpochMs): Promise<number> {
    const ended = this.#db.write.deleteFrom("password_resets").where("expires_time", "<=", now);
    return Number((await ended.executeTakeFirst()).numDeletedRows);
  }
}
