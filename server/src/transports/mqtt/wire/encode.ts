import { generate, type IConnackPacket, type Packet } from "mqtt-packet";
import type { ProtocolVersion, QoS } from "./packet-types.ts";
import { type ReasonName, reasons } from "./reasons.ts";

export const pingResponse = Buffer.from([0xd0, 0x00]);

const encode = (packet: Packet, version: ProtocolVersion): Buffer => generate(packet, { protocolVersion: version });

export interface Granted {
  readonly sessionPresent: boolean;
  /** Version 5 only. */
  readonly properties: NonNullable<IConnackPacket["properties"]>;
}

export const connack = ({ sessionPresent, properties }: Granted, version: ProtocolVersion): Buffer =>
  version === 5
    ? encode({ cmd: "connack", reasonCode: 0, sessionPresent, properties }, version)
    : encode({ cmd: "connack", returnCode: 0, sessionPresent: version === 4 && sessionPresent }, version);

/**
 * A refusal never says that a session is present [MQTT-3.2.2-4; 5.0: MQTT-3.2.2-6], and has words only if they fit what
 * the client takes [5.0: MQTT-3.2.2-19].
 */
export function connackRefusal(
  reason: ReasonName,
  words: string,
  version: ProtocolVersion,
  clientMaxPacket = Number.POSITIVE_INFINITY,
): Buffer {
  const { code, connack: returnCode } = reasons[reason];
  if (version < 5) return encode({ cmd: "connack", returnCode, sessionPresent: false }, version);
  const packet = { cmd: "connack", reasonCode: code, sessionPresent: false } as const;
  const full = encode({ ...packet, properties: { reasonString: words } }, version);
  return full.length <= clientMaxPacket ? full : encode(packet, version);
}

export const disconnect = (reason: ReasonName, words: string | undefined): Buffer =>
  encode(
    {
      cmd: "disconnect",
      reasonCode: reasons[reason].code,
      ...(words !== undefined && { properties: { reasonString: words } }),
    },
    5,
  );

export type AckKind = "puback" | "pubrec" | "pubrel" | "pubcomp";
const ackByte: Record<AckKind, number> = { puback: 0x40, pubrec: 0x50, pubrel: 0x62, pubcomp: 0x70 };
export const plainAckLength = 4;

/** Success in every version: the identifier and nothing else (5.0 §3.4.2.1). */
export function writePlainAck(into: Buffer, at: number, kind: AckKind, messageId: number): number {
  into[at] = ackByte[kind];
  into[at + 1] = 2;
  into[at + 2] = messageId >> 8;
  into[at + 3] = messageId & 0xff;
  return at + plainAckLength;
}

export function plainAck(kind: AckKind, messageId: number): Buffer {
  const ack = Buffer.allocUnsafe(plainAckLength);
  writePlainAck(ack, 0, kind, messageId);
  return ack;
}

/** Only version 5 can say no; before it an acknowledgement is all there is [MQ4]. */
export function refusingAck(
  kind: AckKind,
  messageId: number,
  reasonCode: number,
  words: string | undefined,
  version: ProtocolVersion,
): Buffer {
  if (version < 5) return plainAck(kind, messageId);
  const properties = words === undefined ? {} : { properties: { reasonString: words } };
  return encode({ cmd: kind, messageId, reasonCode, ...properties }, version);
}

export const suback = (messageId: number, granted: number[], version: ProtocolVersion): Buffer =>
  encode({ cmd: "suback", messageId, granted }, version);

export const unsuback = (messageId: number, granted: number[], version: ProtocolVersion): Buffer =>
  encode({ cmd: "unsuback", messageId, granted: version === 5 ? granted : [] }, version);

/** Bytes of the payload of a QoS 1 message on this topic that just fit a packet. */
export function largestPayload(packetBytes: number, topic: string, version: ProtocolVersion): number {
  const empty = { cmd: "publish", topic, payload: "", qos: 1, dup: false, retain: false, messageId: 1 } as const;
  const fixed = encode(empty, version).length - shortestLengthField;
  const room = packetBytes - fixed;
  return room - lengthFieldOf(packetBytes);
}

const shortestLengthField = 1;
/** Bytes of the length field of a packet of this size (3.1.1 §2.2.3). */
function lengthFieldOf(packetBytes: number): number {
  let bytes = shortestLengthField;
  while (packetBytes - 1 - bytes >= 128 ** bytes) bytes++;
  return bytes;
}

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  readonly qos: QoS;
  readonly dup: boolean;
  readonly messageId: number | undefined;
  readonly subscriptionIds: readonly number[];
}

export function publish(message: Outgoing, version: ProtocolVersion): Buffer {
  const { topic, payload, qos, dup, messageId, subscriptionIds } = message;
  const properties =
    version === 5 && subscriptionIds.length > 0 ? { properties: { subscriptionIdentifier: [...subscriptionIds] } } : {};
  const identifier = messageId === undefined ? {} : { messageId };
  return encode({ cmd: "publish", topic, payload, qos, dup, retain: false, ...identifier, ...properties }, version);
}
