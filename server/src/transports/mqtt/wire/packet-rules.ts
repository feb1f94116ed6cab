import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket } from "mqtt-packet";
import type { Confirmation, InboundPacket, ProtocolVersion, Publish } from "./packet-types.ts";
import { malformed, ProtocolError, violation } from "./protocol-error.ts";

/** What the parser leaves to us: the rules of the standards that a readable packet can still break. */
export function checkPacket(packet: InboundPacket, version: ProtocolVersion): void {
  if (packet.cmd === "publish") checkPublish(packet, version);
  else if (packet.cmd === "connect") checkConnect(packet, version);
  else if (packet.cmd === "subscribe") checkSubscribe(packet, version);
  else if (packet.cmd === "unsubscribe") checkUnsubscribe(packet);
  else if (isConfirmation(packet)) checkConfirmation(packet, version);
}

const isConfirmation = (packet: InboundPacket): packet is Confirmation =>
  packet.cmd === "puback" || packet.cmd === "pubrec" || packet.cmd === "pubrel" || packet.cmd === "pubcomp";

function checkSubscribe({ messageId, subscriptions }: ISubscribePacket, version: ProtocolVersion): void {
  requireIdentifier(messageId);
  if (subscriptions.length === 0) throw violation("SUBSCRIBE names no filter"); // [MQTT-3.8.3-3; 5.0: MQTT-3.8.3-2]
  for (const { topic, nl } of subscriptions) {
    requireFilter(topic);
    if (version === 5) requireShare(topic, nl === true);
  }
}

function checkUnsubscribe({ messageId, unsubscriptions }: IUnsubscribePacket): void {
  requireIdentifier(messageId);
  if (unsubscriptions.length === 0) throw violation("UNSUBSCRIBE names no filter"); // [MQTT-3.10.3-2]
  for (const filter of unsubscriptions) requireFilter(filter);
}

function checkConnect(packet: IConnectPacket, version: ProtocolVersion): void {
  const { will } = packet;
  if (will) {
    if ((will.qos ?? 0) > 2) throw malformed("the will has both QoS bits set"); // [MQTT-3.1.2-14]
    requireTopicName(will.topic);
  }
  // [MQTT-3.1.2-22]; 5.0 allows a password alone.
  if (version < 5 && packet.password !== undefined && packet.username === undefined) {
    throw violation("a password without a user name");
  }
  const method = packet.properties?.authenticationMethod;
  if (method === undefined && packet.properties?.authenticationData !== undefined) {
    throw violation("authentication data without a method"); // 5.0 §3.1.2.11.10
  }
}

function checkPublish(packet: Publish, version: ProtocolVersion): void {
  if (packet.qos > 0) requireIdentifier(packet.messageId);
  if (packet.qos === 0 && packet.dup) throw violation("DUP with QoS 0"); // [MQTT-3.3.1-2]
  if (packet.topic === "") {
    // [MQTT-4.7.3-1]; with an alias the topic may be left out [MQTT-3.3.2-8].
    if (version < 5 || packet.topicAlias === undefined) throw violation("PUBLISH without a topic");
    return;
  }
  requireTopicName(packet.topic);
}

/** Before version 5 a confirmation is its identifier and nothing else (3.1.1 §3.4.1). */
function checkConfirmation(packet: Confirmation, version: ProtocolVersion): void {
  requireIdentifier(packet.messageId);
  if (version < 5 && packet.length !== 2) throw malformed(`${packet.cmd} has a wrong length`);
}

/** [MQTT-2.3.1-1; 5.0: MQTT-2.2.1-3] */
function requireIdentifier(id: number | undefined): void {
  if (id === undefined || id <= 0) throw violation("a packet identifier must not be 0");
}

/** A topic to publish to has no wildcards [MQTT-3.3.2-2] and is not empty [MQTT-4.7.3-1]. */
function requireTopicName(topic: string): void {
  if (topic === "") throw new ProtocolError("protocol-error", "a topic must not be empty");
  for (let index = 0; index < topic.length; index++) {
    const code = topic.charCodeAt(index);
    if (code === 0x23 || code === 0x2b) throw violation("a topic to publish to must not hold + or #");
    if (code === 0) throw malformed("a topic holds U+0000"); // [MQTT-4.7.3-2]
  }
}

const sharePrefix = "$share/";

/**
 * A shared subscription has a name without wildcards and a filter [5.0: MQTT-4.8.2-1, MQTT-4.8.2-2], and cannot leave
 * out what its own client sends [5.0: MQTT-3.8.3-4]. Before version 5 it is a filter like others.
 */
function requireShare(filter: string, noLocal: boolean): void {
  if (!filter.startsWith(sharePrefix)) return;
  const [, name = "", ...rest] = filter.split("/");
  if (noLocal) throw violation("a shared subscription with no local");
  if (name === "" || name.includes("+") || name.includes("#") || rest.join("/") === "") {
    throw violation("a shared subscription without a name or a filter");
  }
}

/** `#` stands last and alone, `+` alone in its level [MQTT-4.7.1-2, MQTT-4.7.1-3]. */
function requireFilter(filter: string): void {
  if (filter === "") throw violation("a filter must not be empty"); // [MQTT-4.7.3-1]
  const levels = filter.split("/");
  const wrong = levels.some(
    (level, index) =>
      (level.includes("#") && (level !== "#" || index !== levels.length - 1)) || (level.includes("+") && level !== "+"),
  );
  if (wrong) throw violation("a wildcard stands where none may stand");
}
