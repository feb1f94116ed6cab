import { AppError, type Fault } from "../../../kernel/errors.ts";
import { beginningOf } from "../../device-gateway.ts";
import type { AckSlot } from "../session/ack-queue.ts";
import { closeSession } from "../session/close-session.ts";
import { confirmReceipt } from "../session/confirm-receipt.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { Session } from "../session/session.ts";
import { refusingAck } from "../wire/encode.ts";
import type { Publish } from "../wire/packet-types.ts";
import { ProtocolError } from "../wire/protocol-error.ts";
import { type ReasonName, reasons } from "../wire/reasons.ts";

/** Refusals that sending again cannot turn into a success. */
const final: Partial<Record<Fault, true>> = {
  invalid: true,
  forbidden: true,
  "not-found": true,
  conflict: true,
  "too-large": true,
};

interface Rejected {
  readonly packet: Publish;
  readonly topic: string;
  readonly slot: AckSlot | undefined;
}

/** A message that was not stored: answered if that is final, otherwise left to be sent again. */
export function reject(context: MqttContext, session: Session, rejected: Rejected, error: unknown): void {
  if (error instanceof ProtocolError) refuse(context, session, rejected, error.reason, error.message);
  else if (error instanceof AppError && final[error.fault])
    refuse(context, session, rejected, "payload-invalid", error.message);
  else if (error instanceof AppError && error.fault === "no-room") turnAway(context, session, rejected, error.message);
  else postpone(context, session, rejected, error);
}

/**
 * The tenant has no room for it [QTA1]. Version 5 is told so. Before, an acknowledgement would mean that it is stored:
 * the device is made to wait, the longer the more often it comes back, and then to send again.
 */
function turnAway(context: MqttContext, session: Session, rejected: Rejected, words: string): void {
  if (session.version >= 5 || !rejected.slot) {
    refuse(context, session, rejected, "quota-exceeded", words);
    return;
  }
  context.counts.rejected("quota-exceeded");
  remark(context, session, rejected, words);
  if (rejected.slot.kind === "pubrec") session.arriving.delete(rejected.slot.messageId);
  if (!context.noRoom.isWaiting(session)) context.noRoom.closeLater(session);
}

function postpone(context: MqttContext, session: Session, rejected: Rejected, error: unknown): void {
  // Not now: without an acknowledgement the device sends it again on its next connection.
  const facts = { err: error, deviceId: session.device.id, topic: rejected.topic };
  if (error instanceof AppError) context.logger.warn(facts, "a message could not be stored");
  else context.logger.error(facts, "a message could not be handled");
  context.counts.rejected("not-now");
  if (rejected.slot?.kind === "pubrec") session.arriving.delete(rejected.slot.messageId);
  remark(context, session, rejected, error instanceof AppError ? error.message : "the server failed; it has a log");
  closeSession(session, "busy");
}

/** Never acceptable: recorded and answered, or the device would send it for ever [MQ4]. */
function refuse(context: MqttContext, session: Session, rejected: Rejected, reason: ReasonName, words: string): void {
  const { packet, slot } = rejected;
  context.counts.rejected(reason);
  remark(context, session, rejected, words);
  if (!slot) return;
  const { code } = reasons[reason];
  const refusal = refusingAck(slot.kind, slot.messageId, code, session.reasonFor(words), session.version);
  // From 5 on the sender forgets a refused QoS 2 message; before, it goes on with PUBREL [MQTT-4.3.3-4].
  if (packet.qos === 2 && session.version < 5) confirmReceipt(context, session, slot, refusal);
  else session.acknowledge(slot, refusal);
}

function remark(context: MqttContext, session: Session, { packet, topic }: Rejected, error: string): void {
  const shown = topic.startsWith("v1/devices/me/") ? topic.slice("v1/devices/me/".length) : topic;
  context.gateway.remark(session.device, {
    kind: "MESSAGE_REJECTED",
    direction: "IN",
    messageId: packet.qos === 0 ? undefined : packet.messageId,
    size: packet.payload.length,
    summary: `Message on ${shown} rejected`,
    error,
    payload: beginningOf(packet.payload),
  });
}
