import { closeSession } from "../session/close-session.ts";
import { sendInFlight } from "../session/deliver.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { Session } from "../session/session.ts";
import { plainAck, refusingAck } from "../wire/encode.ts";
import type { Confirmation } from "../wire/packet-types.ts";
import { packetIdentifierNotFound } from "../wire/reasons.ts";

/** The device has a message of ours. An identifier nobody waits for is passed over: it may be from before. */
export function onPuback(context: MqttContext, session: Session, { messageId }: Confirmation): void {
  const next = session.outbound.acknowledged(messageId);
  if (next) sendInFlight(context, session, next);
  session.queue?.kick();
  session.calls?.resume();
}

/** The device will not send this QoS 2 message again: its identifier is free when PUBCOMP says so [MQTT-4.3.3-2]. */
export function onPubrel({ logger }: MqttContext, session: Session, { messageId }: Confirmation): void {
  const isKnown = session.received.has(messageId);
  const answer =
    isKnown || session.version < 5
      ? plainAck("pubcomp", messageId)
      : refusingAck("pubcomp", messageId, packetIdentifierNotFound, undefined, session.version);
  if (!isKnown) {
    session.connection.send(answer);
    return;
  }
  session.received.release(messageId).then(
    () => session.connection.send(answer),
    (error: unknown) => {
      logger.error({ err: error, deviceId: session.device.id }, "a release cannot be kept");
      closeSession(session, "busy");
    },
  );
}

/** We send nothing with QoS 2; who thinks so is told that we know of no such message (5.0 §3.6.2.1). */
export function onPubrec(session: Session, { messageId }: Confirmation): void {
  session.connection.send(
    session.version < 5
      ? plainAck("pubrel", messageId)
      : refusingAck("pubrel", messageId, packetIdentifierNotFound, undefined, session.version),
  );
}
