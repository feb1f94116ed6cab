import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs, monotonicMs } from "../../../kernel/time.ts";
import { arrivalsAtMostMs } from "../mqtt-limits.ts";
import type { Ending } from "./connection.ts";
import type { MqttContext } from "./mqtt-context.ts";
import type { Session } from "./session.ts";

export const willKey = (device: DeviceId, clientId: string): string => `${device} ${clientId}`;

/**
 * The session is over for this connection: its will is due, and what outlives it is on disk when this resolves. Only
 * then the seat is free, so that a device that comes back at once finds what it left. Done once, by whoever comes
 * first: the socket's end or a newer connection.
 */
export function detach(context: MqttContext, session: Session, ending: Ending): Promise<void> {
  session.detached ??= leave(context, session, ending);
  return session.detached;
}

async function leave(context: MqttContext, session: Session, ending: Ending): Promise<void> {
  context.gateway.remark(session.device, {
    kind: "DISCONNECT",
    direction: ending.by === "server" ? "OUT" : "IN",
    messageId: undefined,
    size: undefined,
    summary: `Disconnected: ${ending.words}`,
    error: ending.by === "client" ? undefined : ending.words,
  });
  publishWill(context, session, ending);
  try {
    await session.calls?.end();
    await keep(context, session);
  } finally {
    context.roster.leave(session.seat);
  }
}

function publishWill(context: MqttContext, session: Session, ending: Ending): void {
  const { will, device, clientId, version } = session;
  session.will = undefined; // gone once published or given up [MQTT-3.1.2-10]
  if (!will || ending.withoutWill) return;
  // The end of the session comes before the end of the delay, if it is nearer (5.0 §3.1.3.2.2).
  const delayMs = Math.min(will.delayMs, session.expiryMs);
  const { topic, payload } = will;
  const time = ending.isTimeout || delayMs > 0 ? lastHeard(context, session) : undefined;
  context.wills.schedule(willKey(device.id, clientId), delayMs, { device, topic, payload, version, time });
}

/** The wall clock may have been set since: what has passed is measured by the other one [RUN12]. */
function lastHeard({ clock }: MqttContext, { connection, lastStored }: Session): EpochMs {
  return epochMs(Math.floor(clock() - (monotonicMs() - Math.max(connection.lastPacket, lastStored))));
}

async function keep({ store, clock }: MqttContext, session: Session): Promise<void> {
  if (session.keptId === undefined) return;
  if (session.expiryMs > 0) await session.arriving.settled(arrivalsAtMostMs);
  await Promise.all([session.saving, session.received.close()]);
  await session.queue?.settle();
  if (session.expiryMs === 0) return store.end(session.keptId);
  await store.suspend(session.keptId, {
    received: session.received.all,
    receivedUpTo: session.received.upTo,
    sentUpTo: Math.max(session.sentUpTo, session.sentBefore),
    expires: epochMs(clock() + session.expiryMs),
  });
}
