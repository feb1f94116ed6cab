import { parseJsonText } from "@heliograph/contract/json-text";
import type { Download, DownloadTokenStore, FileKey } from "../../../core/files/index.ts";
import type { ApiKeyId, DeviceId, SessionId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";

export class SqlDownloadTokenStore implements DownloadTokenStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(tokenHash: string, { by, device, files }: Download, expires: EpochMs): Promise<boolean> {
    const owner = by.kind === "session" ? { session_id: by.id, key_id: null } : { session_id: null, key_id: by.id };
    const row = {
      token_hash: tokenHash,
      device_id: device,
      ...owner,
      files: JSON.stringify(files),
      expires_time: expires,
    };
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
      .select(["files", "session_id", "key_id"])
      .where("token_hash", "=", tokenHash)
      .where("device_id", "=", device)
      .where("expires_time", ">", now)
      .executeTakeFirst();
    const by = row && ownerOf(row);
    return by && { by, device, files: parseJsonText(row.files) as FileKey[] };
  }

  async removeExpired(now: EpochMs): Promise<number> {
    const expired = this.#db.write.deleteFrom("download_tokens").where("expires_time", "<=", now);
    return Number((await expired.executeTakeFirst()).numDeletedRows);
  }
}

function ownerOf({ session_id, key_id }: { session_id: string | null; key_id: string | null }) {
  if (session_id !== null) return { kind: "session", id: session_id as SessionId } as const;
  return key_id === null ? undefined : ({ kind: "key", id: key_id as ApiKeyId } as const);
}
