import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { MqttContext } from "../mqtt-context.ts";
import type { Ending } from "./connection.ts";
import { handOver } from "./hand-over.ts";
import type { Session } from "./session.ts";

export const willKey = (device: DeviceId, clientId: string): string => `${device} ${clientId}`;

/**
 * The session is over for this connection: others no longer see it, its will is due, and what outlives it is on disk
 * when this resolves. Done once, by whoever comes first: the socket's end or a newer connection.
 */
export async function detach(context: MqttContext, session: Session, ending: Ending): Promise<void> {
  if (!context.live.of(session.device.id).includes(session)) return;
  context.live.remove(session);
  context.gateway.remark(session.device, {
    kind: "DISCONNECT",
    direction: ending.by === "server" ? "OUT" : "IN",
    messageId: undefined,
    size: undefined,
    summary: `Disconnected: ${ending.words}`,
    error: ending.by === "client" ? undefined : ending.words,
  });
  publishWill(context, session, ending);
  await keep(context, session);
}

function publishWill(context: MqttContext, session: Session, ending: Ending): void {
  const { will, device, clientId } = session;
  session.will = undefined; // gone once published or given up [MQTT-3.1.2-10]
  if (!will || ending.withoutWill) return;
  // The end of the session comes before the end of the delay, if it is nearer (5.0 §3.1.3.2.2).
  context.wills.schedule(willKey(device.id, clientId), Math.min(will.delayMs, session.expiryMs), () => {
    handOver(context, session, will.topic, { payload: will.payload, qos: 0 }).catch((error: unknown) => {
      context.gateway.remark(device, {
        kind: "MESSAGE_REJECTED",
        direction: "IN",
        messageId: undefined,
        size: will.payload.length,
        summary: "The will could not be published",
        error: error instanceof Error ? error.message : String(error),
      });
    });
  });
}

async function keep({ store, clock }: MqttContext, session: Session): Promise<void> {
  if (session.keptId === undefined) return;
  await session.saving;
  await session.queue?.settle();
  if (session.expiryMs === 0) return store.discard(session.device.id, session.clientId);
  await store.suspend(session.keptId, {
    received: [...session.received],
    sentUpTo: Math.max(session.sentUpTo, session.sentBefore),
    expires: epochMs(clock() + session.expiryMs),
  });
}
