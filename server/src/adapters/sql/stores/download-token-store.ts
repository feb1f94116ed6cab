import type { Download, DownloadTokenStore, FileKey } from "../../../core/files/index.ts";
import type { DeviceId, SessionId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";

export class SqlDownloadTokenStore implements DownloadTokenStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(tokenHash: string, { session, device, files }: Download, expires: EpochMs): Promise<boolean> {
    const owners = { device_id: device, session_id: session };
    const row = { token_hash: tokenHash, ...owners, files: JSON.stringify(files), expires_time: expires };
    try {
      await this.#db.write.insertInto("download_tokens").values(row).execute();
      return true;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  }

  async find(tokenHash: string, device: DeviceId, now: EpochMs): Promise<Download | undefined> {
    const row = await this.#db.read
      .selectFrom("download_tokens")
      .select(["files", "session_id"])
      .where("token_hash", "=", tokenHash)
      .where("device_id", "=", device)
      .where("expires_time", ">", now)
      .executeTakeFirst();
    if (!row?.session_id) return undefined;
    return { session: row.session_id as SessionId, device, files: JSON.parse(row.files) as FileKey[] };
  }

  async removeExpired(now: EpochMs): Promise<number> {
    const expired = this.#db.write.deleteFrom("download_tokens").where("expires_time", "<=", now);
    return Number((await expired.executeTakeFirst()).numDeletedRows);
  }
}
