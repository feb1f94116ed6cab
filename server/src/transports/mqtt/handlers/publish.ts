import { topics } from "@heliograph/contract/topics";
import { monotonicMs } from "../../../kernel/time.ts";
import { emptyMessage } from "../../device-gateway.ts";
import { activityEveryMs, messageOverhead, topicAliasMaximum } from "../mqtt-limits.ts";
import type { AckSlot } from "../session/ack-queue.ts";
import { confirmReceipt } from "../session/confirm-receipt.ts";
import { hold } from "../session/connection.ts";
import { deliver } from "../session/deliver.ts";
import { handOver } from "../session/hand-over.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { Session } from "../session/session.ts";
import type { Publish } from "../wire/packet-types.ts";
import { ProtocolError } from "../wire/protocol-error.ts";
import { reject } from "./reject-publish.ts";
import { throttle } from "./throttle.ts";

/** A message of the device: taken in, stored, acknowledged, in this order [MQ2]. */
export function onPublish(context: MqttContext, session: Session, packet: Publish): void {
  const topic = topicOf(session, packet);
  if (packet.qos === 2 && isRepetition(context, session, packet.messageId)) return;
  requireRoom(context, session, packet);
  const slot = owe(session, packet);
  const receipt = packet.qos === 2 ? session.expectReceipt(packet.messageId) : undefined;
  begin(context, session, packet);
  // Few bytes may ask for many: one request at a time [REL2].
  const asks = topic.startsWith(topics.attributeRequest);
  if (asks) session.connection.hold(hold.asking);
  const reply = (to: string, payload: string) => answer(context, session, packet, to, payload);
  handOver(
    context,
    receipt ? { device: session.device, version: session.version, receipt } : session,
    topic,
    packet.payload,
    reply,
  ).then(
    (points) => {
      context.noRoom.forget(session.device.id);
      if (points === 0 && topic === topics.telemetry)
        context.gateway.remark(session.device, emptyMessage(packet.payload.length));
      if (receipt) session.received.settle(receipt);
      if (slot) accept(context, session, slot); // before others are read: one may repeat it
      finish(context, session, packet);
      if (asks) session.connection.release(hold.asking);
      charge(context, session, points);
    },
    (error: unknown) => {
      if (receipt) session.received.settle(receipt);
      reject(context, session, { packet, topic, slot }, error);
      finish(context, session, packet);
      if (asks) session.connection.release(hold.asking);
      charge(context, session, 0); // who sends nonsense sends messages all the same [MQ9]
    },
  );
}

/** Answers are sent even without a subscription, as deployed platforms do [MQ5]. */
function answer(context: MqttContext, session: Session, { qos }: Publish, topic: string, payload: string): void {
  deliver(context, session, { topic, payload, unasked: qos === 0 ? 0 : 1 });
}

function accept(context: MqttContext, session: Session, slot: AckSlot): void {
  if (slot.kind === "pubrec") confirmReceipt(context, session, slot, "plain");
  else session.acknowledge(slot, "plain");
}

function charge(context: MqttContext, session: Session, points: number): void {
  if (!context.rates.areOn) return;
  throttle(context, session, points).catch((error: unknown) => {
    context.logger.error({ err: error, deviceId: session.device.id }, "the rate of a device cannot be counted");
  });
}

/** [MQTT-3.3.2-8] and following: a number stands for a topic once both came together. */
function topicOf(session: Session, packet: Publish): string {
  const { topicAlias, topic } = packet;
  if (topicAlias === undefined) return topic;
  if (topicAlias > topicAliasMaximum) throw new ProtocolError("topic-alias-invalid", `topic alias ${topicAlias}`);
  if (topic !== "") {
    session.aliases.set(topicAlias, topic);
    return topic;
  }
  const known = session.aliases.get(topicAlias);
  if (known === undefined) throw new ProtocolError("protocol-error", `topic alias ${topicAlias} is not known`);
  return known;
}

/** A QoS 2 message that came before is answered again, not stored again [MQTT-4.3.3-2]; one answer at a time. */
function isRepetition(context: MqttContext, session: Session, messageId: number): boolean {
  if (session.arriving.has(messageId)) return true;
  if (!session.received.has(messageId)) return false;
  session.arriving.add(messageId);
  confirmReceipt(context, session, session.connection.owe("pubrec", messageId), "plain");
  return true;
}

/** Version 5 was told how many may be in flight (5.0 §3.3.4); before it, we simply stop reading. */
function requireRoom({ limits }: MqttContext, session: Session, { qos }: Publish): void {
  if (session.version < 5 || qos === 0) return;
  if (session.connection.owed + session.receivedCount >= limits.receiveMaximum) {
    throw new ProtocolError("receive-maximum-exceeded", `more than ${limits.receiveMaximum} messages in flight`);
  }
}

function owe(session: Session, { qos, messageId }: Publish): AckSlot | undefined {
  if (qos === 0) return undefined;
  if (qos === 2) session.arriving.add(messageId);
  return session.connection.owe(qos === 1 ? "puback" : "pubrec", messageId);
}

function begin(context: MqttContext, session: Session, { payload }: Publish): void {
  const { counts, budget, limits, gateway } = context;
  counts.messagesIn++;
  counts.bytesIn += payload.length;
  session.pending++;
  if (session.pending > limits.receiveMaximum) session.connection.hold(hold.inFlight);
  if (!budget.take(payload.length + messageOverhead, session.connection)) session.connection.hold(hold.budget);
  const { lastPacket } = session.connection;
  if (lastPacket - session.lastSeen < activityEveryMs) return;
  session.lastSeen = lastPacket;
  gateway.seen(session.device);
}

function finish({ budget, limits }: MqttContext, session: Session, packet: Publish): void {
  session.pending--;
  session.lastStored = monotonicMs();
  budget.giveBack(packet.payload.length + messageOverhead);
  if (session.pending <= limits.receiveMaximum / 2) session.connection.release(hold.inFlight);
}
