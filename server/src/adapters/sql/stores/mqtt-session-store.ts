import { parseJsonText } from "@heliograph/contract/json-text";
import type { Transaction } from "kysely";
import type {
  KeptSession,
  KeptSubscription,
  MqttSessionStore,
  PushToQueue,
  QueuedPush,
  SessionName,
} from "../../../core/mqtt-sessions/index.ts";
import type { Receipt } from "../../../core/telemetry/index.ts";
import { type DeviceId, type MqttSessionId, newId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { PreparedQuery } from "../prepared-query.ts";
import type { Tables } from "../tables.ts";
import { queuePush } from "./queue-push.ts";

const defaultKeptPerDevice = 10;
/** An expression of SQLite is a thousand levels deep at most. */
const namesPerStatement = 200;

type Row = Tables["mqtt_sessions"];

export class SqlMqttSessionStore implements MqttSessionStore {
  readonly #db: Database;
  readonly #queueBound: number;
  readonly #owner: string;
  readonly #keptPerDevice: number;
  readonly #kept: PreparedQuery<Row>;

  /** `owner` is the name of this run of the node; no other run has it. */
  constructor(db: Database, queueBound: number, owner: string, keptPerDevice = defaultKeptPerDevice) {
    this.#db = db;
    this.#queueBound = queueBound;
    this.#owner = owner;
    this.#keptPerDevice = keptPerDevice;
    this.#kept = new PreparedQuery(db.read, sessionQuery(db.read, "", ""));
  }

  open(device: DeviceId, clientId: string, now: EpochMs): Promise<{ session: KeptSession; present: boolean }> {
    return this.#db.transact(async (trx) => {
      const kept: Row | undefined = await sessionQuery(trx, device, clientId).executeTakeFirst();
      const present = kept !== undefined && (kept.expires_time === null || kept.expires_time > now);
      if (kept && present) return { session: await takeUp(trx, kept, this.#owner), present };
      if (kept) await trx.deleteFrom("mqtt_sessions").where("id", "=", kept.id).execute();
      await makeRoom(trx, device, this.#keptPerDevice);
      return { session: await begin(trx, { device, clientId, now, owner: this.#owner }), present: false };
    });
  }

  async discard(device: DeviceId, clientId: string): Promise<void> {
    const kept = await this.#kept.first(device, clientId); // most have none: no write for them
    if (kept) await this.#db.write.deleteFrom("mqtt_sessions").where("id", "=", kept.id).execute();
  }

  async saveSubscriptions(
    id: MqttSessionId,
    subscriptions: readonly KeptSubscription[],
    wantsPushes: boolean,
  ): Promise<void> {
    await this.#change(id, { subscriptions: JSON.stringify(subscriptions), wants_pushes: Number(wantsPushes) });
  }

  async saveReceived(id: MqttSessionId, received: readonly number[], upTo: number): Promise<void> {
    await this.#change(id, { received: JSON.stringify(received), received_up_to: upTo });
  }

  async addReceived(receipts: readonly Readonly<Receipt>[]): Promise<void> {
    const bySession = Map.groupBy(receipts, ({ session }) => session);
    for (const [session, added] of bySession) {
      await this.#db.transact((trx) => addReceived(trx, session, added));
    }
  }

  async holderOf(id: MqttSessionId): Promise<string | undefined> {
    const kept = await this.#db.read
      .selectFrom("mqtt_sessions")
      .select("owner")
      .where("id", "=", id)
      .executeTakeFirst();
    return kept?.owner ?? undefined;
  }

  async highestReceivedUpTo(): Promise<number> {
    const highest = await this.#db.read
      .selectFrom("mqtt_sessions")
      .select(({ fn }) => fn.max("received_up_to").as("position"))
      .executeTakeFirst();
    return Number(highest?.position ?? 0);
  }

  async suspend(
    id: MqttSessionId,
    state: Pick<KeptSession, "received" | "receivedUpTo" | "sentUpTo"> & { readonly expires: EpochMs },
  ): Promise<void> {
    const { received, receivedUpTo, sentUpTo, expires } = state;
    await this.#change(id, {
      received: JSON.stringify(received),
      received_up_to: receivedUpTo,
      sent_up_to: sentUpTo,
      expires_time: expires,
    });
  }

  async end(id: MqttSessionId): Promise<void> {
    await this.#db.write.deleteFrom("mqtt_sessions").where("id", "=", id).where("owner", "=", this.#owner).execute();
  }

  /** Another node that took the session up meanwhile knows better. */
  async #change(id: MqttSessionId, values: Partial<Row>): Promise<void> {
    await this.#db.write
      .updateTable("mqtt_sessions")
      .set(values)
      .where("id", "=", id)
      .where("owner", "=", this.#owner)
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
    await this.#db.transact((trx) => queuePush(trx, push, this.#queueBound));
  }

  async renewLease(until: EpochMs): Promise<void> {
    await this.#db.write
      .insertInto("mqtt_owners")
      .values({ owner: this.#owner, alive_until: until })
      .onConflict((conflict) => conflict.column("owner").doUpdateSet({ alive_until: until }))
      .execute();
  }

  /** Everything queued may have reached the device. */
  async suspendAbandoned(now: EpochMs, expires: EpochMs): Promise<void> {
    await this.#db.write.deleteFrom("mqtt_owners").where("alive_until", "<=", now).execute();
    const running = this.#db.write.selectFrom("mqtt_owners").select("owner");
    await this.#db.write
      .updateTable("mqtt_sessions")
      .set((eb) => ({ expires_time: expires, sent_up_to: eb.ref("last_number") }))
      .where("expires_time", "is", null)
      .where((eb) => eb.or([eb("owner", "is", null), eb("owner", "not in", running)]))
      .execute();
  }

  /** Everything queued may have reached the device. */
  async suspendLeft(left: readonly SessionName[], expires: EpochMs): Promise<void> {
    for (let at = 0; at < left.length; at += namesPerStatement) {
      const names = left.slice(at, at + namesPerStatement);
      await this.#db.write
        .updateTable("mqtt_sessions")
        .set((eb) => ({ expires_time: expires, sent_up_to: eb.ref("last_number") }))
        .where("expires_time", "is", null)
        .where("owner", "=", this.#owner)
        .where((eb) =>
          eb.or(names.map(({ deviceId, clientId }) => eb.and({ device_id: deviceId, client_id: clientId }))),
        )
        .execute();
    }
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

/** A session that is gone needs to know nothing. */
async function addReceived(
  trx: Transaction<Tables>,
  session: string,
  receipts: readonly Readonly<Receipt>[],
): Promise<void> {
  const kept = await trx
    .selectFrom("mqtt_sessions")
    .select(["received", "received_up_to"])
    .where("id", "=", session)
    .executeTakeFirst();
  const fresh = receipts.filter(({ position }) => position > Number(kept?.received_up_to ?? Number.MAX_VALUE));
  if (!kept || fresh.length === 0) return;
  const received = new Set([...(parseJsonText(kept.received) as number[]), ...fresh.map(({ packetId }) => packetId)]);
  const upTo = fresh.reduce((highest, { position }) => Math.max(highest, position), 0);
  await trx
    .updateTable("mqtt_sessions")
    .set({ received: JSON.stringify([...received]), received_up_to: upTo })
    .where("id", "=", session)
    .execute();
}

const sessionQuery = (db: Database["read"], device: string, clientId: string) =>
  db.selectFrom("mqtt_sessions").selectAll().where("device_id", "=", device).where("client_id", "=", clientId);

/** One that is still connected was left behind by a node that was killed: all in its queue may have been sent. */
async function takeUp(trx: Transaction<Tables>, kept: Row, owner: string): Promise<KeptSession> {
  await trx.updateTable("mqtt_sessions").set({ expires_time: null, owner }).where("id", "=", kept.id).execute();
  return {
    id: kept.id as MqttSessionId,
    subscriptions: parseJsonText(kept.subscriptions) as KeptSubscription[],
    received: parseJsonText(kept.received) as number[],
    receivedUpTo: Number(kept.received_up_to),
    sentUpTo: kept.expires_time === null ? kept.last_number : kept.sent_up_to,
  };
}

/** For one more session of the device. Connected ones stay: there are only so many [MQ7, REL2]. */
async function makeRoom(trx: Transaction<Tables>, device: DeviceId, keptPerDevice: number): Promise<void> {
  const { kept } = await trx
    .selectFrom("mqtt_sessions")
    .select(({ fn }) => fn.countAll().as("kept"))
    .where("device_id", "=", device)
    .executeTakeFirstOrThrow();
  const surplus = Number(kept) + 1 - keptPerDevice;
  if (surplus <= 0) return;
  const nearestTheirEnd = trx
    .selectFrom("mqtt_sessions")
    .select("id")
    .where("device_id", "=", device)
    .where("expires_time", "is not", null)
    .orderBy("expires_time")
    .limit(surplus);
  await trx
    .deleteFrom("mqtt_sessions")
    .where("id", "in", nearestTheirEnd)
    .where("expires_time", "is not", null) // another node may have taken it up meanwhile
    .execute();
}

interface Beginning {
  readonly device: DeviceId;
  readonly clientId: string;
  readonly now: EpochMs;
  readonly owner: string;
}

async function begin(trx: Transaction<Tables>, { device, clientId, now, owner }: Beginning): Promise<KeptSession> {
  const id = newId<MqttSessionId>();
  const row: Row = {
    id,
    device_id: device,
    client_id: clientId,
    subscriptions: "[]",
    wants_pushes: 0,
    received: "[]",
    received_up_to: 0,
    last_number: 0,
    sent_up_to: 0,
    expires_time: null,
    created_time: now,
    owner,
  };
  await trx.insertInto("mqtt_sessions").values(row).execute();
  return { id, subscriptions: [], received: [], receivedUpTo: 0, sentUpTo: 0 };
}
