import type { Receipt, ReceiptLog } from "../telemetry/index.ts";
import type { KeptSession, MqttSessionStore } from "./mqtt-session-store.ts";

type Records = Pick<MqttSessionStore, "addReceived" | "highestReceivedUpTo">;

/** The part of the kept sessions that connections need. */
export type ConnectionRecords = Pick<
  MqttSessionStore,
  "open" | "discard" | "saveSubscriptions" | "saveReceived" | "suspend" | "end" | "queued" | "acknowledge"
>;

/** Before the first device connects: what was stored and not noted in its session when the node was killed [MQ7]. */
export async function recoverReceipts(log: ReceiptLog, records: Records): Promise<void> {
  await log.startAfter(await records.highestReceivedUpTo());
  await log.recover((receipts) => records.addReceived(receipts));
  await keepReceipts(log, records, 0);
}

/** Notes the receipts that nobody noted for so long: the record could not be written, or the connection was gone. */
export async function keepReceipts(
  log: ReceiptLog,
  records: Pick<MqttSessionStore, "addReceived">,
  olderThanMs: number,
): Promise<void> {
  const unsaved = log.unsaved({ olderThanMs });
  if (unsaved.length === 0) return;
  await records.addReceived(unsaved);
  for (const { session, position } of unsaved) log.saved(session, position);
}

/** The sessions, with the log told what their records hold, and asked for what they do not hold yet. */
export function withReceipts(store: ConnectionRecords, log: ReceiptLog): ConnectionRecords {
  return {
    discard: (device, clientId) => store.discard(device, clientId),
    saveSubscriptions: (id, subscriptions, wantsPushes) => store.saveSubscriptions(id, subscriptions, wantsPushes),
    queued: (id, after, limit) => store.queued(id, after, limit),
    acknowledge: (id, numbers) => store.acknowledge(id, numbers),
    open: async (device, clientId, now) => {
      const opened = await store.open(device, clientId, now);
      // A message of the connection before may be on its way still: until it has arrived, its repetition would be a new one.
      const { wasUnderWay, receipts } = await log.arrived(opened.session.id, device);
      const { session } = wasUnderWay ? await store.open(device, clientId, now) : opened; // what was noted meanwhile
      return { session: withUnsaved(session, receipts), present: opened.present };
    },
    saveReceived: async (id, received, upTo) => {
      await store.saveReceived(id, received, upTo);
      log.saved(id, upTo);
    },
    suspend: async (id, state) => {
      await store.suspend(id, state);
      log.saved(id, state.receivedUpTo);
    },
    end: async (id) => {
      await store.end(id);
      log.saved(id, Number.POSITIVE_INFINITY);
    },
  };
}

function withUnsaved(session: KeptSession, unsaved: readonly Readonly<Receipt>[]): KeptSession {
  const fresh = unsaved.filter(({ position }) => position > session.receivedUpTo);
  if (fresh.length === 0) return session;
  const received = new Set([...session.received, ...fresh.map(({ packetId }) => packetId)]);
  return { ...session, received: [...received], receivedUpTo: Math.max(...fresh.map(({ position }) => position)) };
}
