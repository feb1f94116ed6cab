import { type IConnectPacket, type IPublishPacket, type Packet, parser } from "mqtt-packet";
import { decodePlainPublish } from "./decode-publish.ts";
import { checkProperties } from "./packet-properties.ts";
import { checkPacket } from "./packet-rules.ts";
import { type ProtocolVersion, type Publish, packetType, type SessionPacket } from "./packet-types.ts";
import { malformed, ProtocolError, violation } from "./protocol-error.ts";
import { requireUtf8 } from "./text-rules.ts";

/**
 * The general parser, one for all connections: it is handed exactly one whole packet at a time, so nothing of one
 * connection is left in it when the next one's packet comes, and no field can reach past the end of its packet.
 */
class PacketParser {
  readonly #parser: ReturnType<typeof parser>;
  #packet: Packet | undefined;
  #error: Error | undefined;

  constructor(version: ProtocolVersion) {
    this.#parser = parser({ protocolVersion: version });
    this.#parser.on("packet", (packet) => {
      this.#packet = packet;
    });
    this.#parser.on("error", (error: unknown) => {
      this.#error ??= error instanceof Error ? error : new Error(String(error));
    });
  }

  parse(frame: Buffer): Packet {
    this.#packet = undefined;
    this.#error = undefined;
    try {
      this.#parser.parse(frame);
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
    }
    if (this.#error || !this.#packet) throw malformed(this.#error?.message ?? "the packet cannot be read");
    return this.#packet;
  }
}

const newParsers = () => ({ 3: new PacketParser(3), 4: new PacketParser(4), 5: new PacketParser(5) });
let parsers = newParsers();

const pingRequest: SessionPacket = { cmd: "pingreq" };

/** One packet of a connection that has its version. Throws a ProtocolError when it breaks the rules. */
export function decodePacket(frame: Buffer, version: ProtocolVersion): SessionPacket {
  const type = (frame[0] ?? 0) >> 4;
  if (type === packetType.publish) {
    const publish = decodePlainPublish(frame, version) ?? publishOf(general(frame, version), frame);
    checkPacket(publish, version);
    return publish;
  }
  if (frame[0] === packetType.pingreq << 4 && frame.length === 2) return pingRequest;
  if (type === packetType.connect) throw violation("a second CONNECT"); // [MQTT-3.1.0-2]
  const packet = general(frame, version);
  if (packet.cmd === "publish" || packet.cmd === "pingreq" || !isInbound(packet)) {
    throw new ProtocolError("protocol-error", `a client never sends ${packet.cmd}`);
  }
  requireUtf8(packet, frame);
  checkPacket(packet, version);
  return packet;
}

/** The first packet of a connection: it names the version. Anything but CONNECT is a violation [MQTT-3.1.0-1]. */
export function decodeConnect(frame: Buffer): IConnectPacket {
  if ((frame[0] ?? 0) >> 4 !== packetType.connect) {
    throw new ProtocolError("protocol-error", "the first packet has to be CONNECT");
  }
  if (levelOf(frame) === 5) checkProperties(frame);
  const packet = new PacketParser(4).parse(frame); // a parser of its own: CONNECT changes its settings
  if (packet.cmd !== "connect") throw malformed("CONNECT cannot be read");
  requireUtf8(packet, frame);
  checkPacket(packet, packet.protocolVersion ?? 4);
  return packet;
}

/** An unknown version has an answer of its own [MQTT-3.1.2-2], so it is looked at before the rest. */
function levelOf(frame: Buffer): number {
  let at = 1;
  while ((frame[at] ?? 0) & 0x80) at++;
  at++;
  if (at + 2 > frame.length) throw malformed("CONNECT is too short");
  const name = frame.toString("latin1", at + 2, at + 2 + frame.readUInt16BE(at));
  const level = frame[at + 2 + name.length];
  const expected = name === "MQIsdp" ? [3] : name === "MQTT" ? [4, 5] : [];
  if (expected.length === 0) throw malformed(`${JSON.stringify(name.slice(0, 16))} is not MQTT`); // [MQTT-3.1.2-1]
  if (level === undefined || !expected.includes(level)) {
    throw new ProtocolError("unsupported-version", `protocol level ${level ?? "missing"} is not supported`);
  }
  return level;
}

/** A parser that threw half-way is not trusted again. */
function general(frame: Buffer, version: ProtocolVersion): Packet {
  if (version === 5) checkProperties(frame);
  try {
    return parsers[version].parse(frame);
  } catch (error) {
    parsers = newParsers();
    throw error;
  }
}

const inbound = new Set(["puback", "pubrec", "pubrel", "pubcomp", "subscribe", "unsubscribe", "disconnect", "auth"]);

const isInbound = (packet: Packet): packet is Exclude<SessionPacket, Publish> & Packet => inbound.has(packet.cmd);

function publishOf(packet: Packet, frame: Buffer): Publish {
  if (packet.cmd !== "publish") throw malformed("PUBLISH cannot be read");
  requireUtf8(packet, frame);
  const { qos, dup, retain, topic, messageId = 0, payload, properties } = packet satisfies IPublishPacket;
  return {
    cmd: "publish",
    qos,
    dup,
    retain,
    topic,
    messageId,
    payload: typeof payload === "string" ? Buffer.from(payload) : payload,
    topicAlias: properties?.topicAlias,
  };
}
