import type { Kysely, Transaction } from "kysely";
import type { PushToQueue } from "../../../core/mqtt-sessions/index.ts";
import type { Tables } from "../tables.ts";

/**
 * Queues a push for every session of the device that wants it, in the caller's transaction: the change and its
 * announcement are there together or not at all [MQ7]. Beyond the bound the oldest give way.
 */
export async function queuePush(trx: Transaction<Tables>, push: PushToQueue, bound: number): Promise<void> {
  const sessions = await trx
    .updateTable("mqtt_sessions")
    .set((eb) => ({ last_number: eb("last_number", "+", 1) }))
    .where("device_id", "=", push.deviceId)
    .where("wants_pushes", "=", 1)
    .returning(["id", "last_number"])
    .execute();
  if (sessions.length === 0) return;
  const { topic, payload, time } = push;
  const rows = sessions.map(({ id, last_number: number }) => ({ session_id: id, number, topic, payload, time }));
  await trx.insertInto("mqtt_pushes").values(rows).execute();
  for (const { id, last_number } of sessions) await dropOldest(trx, id, last_number - bound);
}

async function dropOldest(db: Kysely<Tables>, session: string, upTo: number): Promise<void> {
  if (upTo <= 0) return;
  await db.deleteFrom("mqtt_pushes").where("session_id", "=", session).where("number", "<=", upTo).execute();
}
