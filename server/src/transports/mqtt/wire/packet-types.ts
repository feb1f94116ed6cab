import type {
  IAuthPacket,
  IConnectPacket,
  IDisconnectPacket,
  IPubackPacket,
  IPubcompPacket,
  IPubrecPacket,
  IPubrelPacket,
  ISubscribePacket,
  IUnsubscribePacket,
} from "mqtt-packet";

export type ProtocolVersion = 3 | 4 | 5;
export type QoS = 0 | 1 | 2;

/** A message a device sent. */
export interface Publish {
  readonly cmd: "publish";
  readonly qos: QoS;
  readonly dup: boolean;
  readonly retain: boolean;
  /** Empty when an alias stands for it [MQTT-3.3.2-8]. */
  readonly topic: string;
  /** 0 with QoS 0. */
  readonly messageId: number;
  /** Valid until the handler of the packet returns. */
  readonly payload: Buffer;
  readonly topicAlias: number | undefined;
}

interface PingRequest {
  readonly cmd: "pingreq";
}

/** The answers of a device to what we published, and the second half of its own QoS 2 messages. */
export type Confirmation = (IPubackPacket | IPubrecPacket | IPubrelPacket | IPubcompPacket) & {
  readonly messageId: number;
};

/** Everything a device may send once it is connected. */
export type SessionPacket =
  | Publish
  | Confirmation
  | (ISubscribePacket & { readonly messageId: number })
  | (IUnsubscribePacket & { readonly messageId: number })
  | PingRequest
  | IDisconnectPacket
  | IAuthPacket;

export type InboundPacket = SessionPacket | IConnectPacket;

/** What the first byte of a packet says; the first four bits [2.1.2]. */
export const packetType = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
  auth: 15,
} as const;
