import { type Kysely, sql } from "kysely";

/** A node asks at its start who has something waiting; the finished commands of three months are not looked at. */
export async function waitingCommands(db: Kysely<unknown>): Promise<void> {
  await sql`create index commands_queued on commands (device_id, type) where status = 'QUEUED'`.execute(db);
}
