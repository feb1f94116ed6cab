import type { Transaction } from "kysely";
import type { SessionId, UserId } from "../../../kernel/ids.ts";
import type { Tables } from "../tables.ts";

/** With a new password the user's sessions end, all or all but one, and with them what they download [AUTH4]. */
export async function putPassword(
  trx: Transaction<Tables>,
  user: UserId,
  passwordHash: string,
  keep?: SessionId,
): Promise<readonly SessionId[]> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", user).execute();
  await endDownloads(trx, user);
  const ended = await trx
    .deleteFrom("sessions")
    .where("user_id", "=", user)
    .$if(keep !== undefined, (query) => query.where("id", "!=", keep ?? ""))
    .returning("id")
    .execute();
  return ended.map(({ id }) => id as SessionId);
}

/** Download tokens of all sessions and keys of the user stop; ended sessions take theirs along [AUTH8]. */
export async function endDownloads(trx: Transaction<Tables>, user: UserId): Promise<void> {
  const sessions = trx.selectFrom("sessions").select("id").where("user_id", "=", user);
  const keys = trx.selectFrom("api_keys").select("id").where("user_id", "=", user);
  await trx.deleteFrom("download_tokens").where("session_id", "in", sessions).execute();
  await trx.deleteFrom("download_tokens").where("key_id", "in", keys).execute();
}
