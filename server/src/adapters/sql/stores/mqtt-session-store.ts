import type { Transaction } from "kysely";
import type {
  KeptSession,
  KeptSubscription,
  MqttSessionStore,
  PushToQueue,
  QueuedPush,
} from "../../../core/mqtt-sessions/index.ts";
import { type DeviceId, type MqttSessionId, newId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { queuePush } from "./queue-push.ts";

type Row = Tables["mqtt_sessions"];

export class SqlMqttSessionStore implements MqttSessionStore {
  readonly #db: Database;
  readonly #queueBound: number;

  constructor(db: Database, queueBound: number) {
    this.#db = db;
    this.#queueBound = queueBound;
  }

  open(device: DeviceId, clientId: string, now: EpochMs): Promise<{ session: KeptSession; present: boolean }> {
    return this.#db.write.transaction().execute(async (trx) => {
      const kept = await sessionRow(trx, device, clientId);
      const present = kept !== undefined && (kept.expires_time === null || kept.expires_time > now);
      if (kept && present) return { session: await takeUp(trx, kept), present };
      if (kept) await trx.deleteFrom("mqtt_sessions").where("id", "=", kept.id).execute();
      return { session: await begin(trx, device, clientId, now), present: false };
    });
  }

  async discard(device: DeviceId, clientId: string): Promise<void> {
    const kept = await sessionRow(this.#db.read, device, clientId); // most have none: no write for them
    if (kept) await this.#db.write.deleteFrom("mqtt_sessions").where("id", "=", kept.id).execute();
  }

  async saveSubscriptions(
    id: MqttSessionId,
    subscriptions: readonly KeptSubscription[],
    wantsPushes: boolean,
  ): Promise<void> {
    await this.#db.write
      .updateTable("mqtt_sessions")
      .set({ subscriptions: JSON.stringify(subscriptions), wants_pushes: Number(wantsPushes) })
      .where("id", "=", id)
      .execute();
  }

  async suspend(
    id: MqttSessionId,
    state: { readonly received: readonly number[]; readonly sentUpTo: number; readonly expires: EpochMs },
  ): Promise<void> {
    await this.#db.write
      .updateTable("mqtt_sessions")
      .set({ received: JSON.stringify(state.received), sent_up_to: state.sentUpTo, expires_time: state.expires })
      .where("id", "=", id)
      .execute();
  }

  queued(id: MqttSessionId, after: number, limit: number): Promise<readonly QueuedPush[]> {
    return this.#db.read
      .selectFrom("mqtt_pushes")
      .select(["number", "topic", "payload"])
      .where("session_id", "=", id)
      .where("number", ">", after)
      .orderBy("number")
      .limit(limit)
      .execute();
  }

  async acknowledge(id: MqttSessionId, numbers: readonly number[]): Promise<void> {
    await this.#db.write
      .deleteFrom("mqtt_pushes")
      .where("session_id", "=", id)
      .where("number", "in", [...numbers])
      .execute();
  }

  async queue(push: PushToQueue): Promise<void> {
    await this.#db.write.transaction().execute((trx) => queuePush(trx, push, this.#queueBound));
  }

  /** Everything queued may have reached the device. */
  async suspendAbandoned(expires: EpochMs): Promise<void> {
    await this.#db.write
      .updateTable("mqtt_sessions")
      .set((eb) => ({ expires_time: expires, sent_up_to: eb.ref("last_number") }))
      .where("expires_time", "is", null)
      .execute();
  }

  async removeExpired(now: EpochMs): Promise<number> {
    const expired = this.#db.write.selectFrom("mqtt_sessions").select("id").where("expires_time", "<=", now);
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("mqtt_sessions")
      .where("id", "in", expired)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

const sessionRow = (db: Database["read"], device: DeviceId, clientId: string): Promise<Row | undefined> =>
  db
    .selectFrom("mqtt_sessions")
    .selectAll()
    .where("device_id", "=", device)
    .where("client_id", "=", clientId)
    .executeTakeFirst();

async function takeUp(trx: Transaction<Tables>, kept: Row): Promise<KeptSession> {
  await trx.updateTable("mqtt_sessions").set({ expires_time: null }).where("id", "=", kept.id).execute();
  return {
    id: kept.id as MqttSessionId,
    subscriptions: JSON.parse(kept.subscriptions) as KeptSubscription[],
    received: JSON.parse(kept.received) as number[],
    sentUpTo: kept.sent_up_to,
  };
}

async function begin(trx: Transaction<Tables>, device: DeviceId, clientId: string, now: EpochMs): Promise<KeptSession> {
  const id = newId<MqttSessionId>();
  const row: Row = {
    id,
    device_id: device,
    client_id: clientId,
    subscriptions: "[]",
    wants_pushes: 0,
    received: "[]",
    last_number: 0,
    sent_up_to: 0,
    expires_time: null,
    created_time: now,
  };
  await trx.insertInto("mqtt_sessions").values(row).execute();
  return { id, subscriptions: [], received: [], sentUpTo: 0 };
}
