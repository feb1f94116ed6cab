import { outputAtMost } from "../mqtt-limits.ts";
import { publish } from "../wire/encode.ts";
import { closeSession } from "./close-session.ts";
import type { MqttContext } from "./mqtt-context.ts";
import type { InFlight } from "./outbound.ts";
import type { Session } from "./session.ts";

export interface Message {
  readonly topic: string;
  readonly payload: string;
  /** Used when the device did not subscribe: answers are sent anyway, pushes are not [MQ5]. */
  readonly unasked?: 0 | 1;
  /** The identifier it has with QoS 1; without it, any that is free. There has to be room for it. */
  readonly packetId?: number;
  /** It left before, in another connection, with QoS 1. */
  readonly dup?: boolean;
  /** The device has it: acknowledged, or with QoS 0 written. */
  readonly onDelivered?: () => void;
  /** It is larger than the client takes and will never be sent; without this that counts as delivered. */
  readonly onTooLarge?: () => void;
}

/** Sends a message to a device; false when it did not subscribe to it. */
export function deliver(context: MqttContext, session: Session, message: Message): boolean {
  const audience = session.subscriptions.audienceOf(message.topic);
  const qos = audience?.qos ?? message.unasked;
  if (qos === undefined) return false;
  const outgoing = {
    topic: message.topic,
    payload: message.payload,
    qos,
    dup: qos === 1 && (message.dup ?? false),
    subscriptionIds: audience?.identifiers ?? [],
    onAcknowledged: message.onDelivered,
    onTooLarge: message.onTooLarge,
  };
  if (session.connection.unsent > outputAtMost) {
    closeSession(session, "quota-exceeded", "the device does not read what it is sent");
    return true;
  }
  if (qos === 0) {
    sendOnce(context, session, outgoing);
    return true;
  }
  if (message.packetId !== undefined) {
    const launched = { ...outgoing, messageId: message.packetId };
    session.outbound.launch(launched);
    sendInFlight(context, session, launched);
    return true;
  }
  const launched = session.outbound.offer(outgoing);
  if (launched === "stuck") closeSession(session, "quota-exceeded", "the device does not acknowledge what it is sent");
  else if (launched) sendInFlight(context, session, launched);
  return true;
}

function sendOnce(context: MqttContext, session: Session, message: Omit<InFlight, "messageId">): void {
  const written = write(context, session, { ...message, messageId: undefined });
  if (written === "sent") message.onAcknowledged?.();
  else if (written === "too-large") (message.onTooLarge ?? message.onAcknowledged)?.();
}

/** On a connection that is over it stays unacknowledged: nobody can say that the device has it. */
export function sendInFlight(context: MqttContext, session: Session, message: InFlight): void {
  if (write(context, session, message) !== "too-large") return;
  const next = session.outbound.leftOut(message.messageId);
  if (next) sendInFlight(context, session, next);
}

/** A message larger than the client takes is left out as if it had been sent [MQTT-3.1.2-25]. */
function write(
  context: MqttContext,
  session: Session,
  message: Parameters<typeof publish>[0],
): "sent" | "too-large" | "over" {
  const bytes = publish(message, session.version);
  if (bytes.length > session.clientMaxPacket) {
    context.counts.rejected("larger-than-client-takes");
    return "too-large";
  }
  if (!session.connection.send(bytes)) return "over";
  context.counts.messagesOut++;
  return "sent";
}
