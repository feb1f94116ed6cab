import type { Packet, PacketCmd } from "mqtt-packet";
import { malformed, violation } from "./protocol-error.ts";

const message = ["payloadFormatIndicator", "messageExpiryInterval", "contentType", "responseTopic", "correlationData"];

/** Which properties a packet of a client may carry (5.0 table 2-4); any other one is malformed (5.0 §2.2.2.2). */
const allowed: Partial<Record<PacketCmd | "will", ReadonlySet<string>>> = {
  connect: new Set([
    "sessionExpiryInterval",
    "receiveMaximum",
    "maximumPacketSize",
    "topicAliasMaximum",
    "requestResponseInformation",
    "requestProblemInformation",
    "authenticationMethod",
    "authenticationData",
  ]),
  will: new Set(["willDelayInterval", ...message]),
  publish: new Set(["topicAlias", ...message]), // no subscription identifier towards a server [MQTT-3.3.4-6]
  puback: new Set(["reasonString"]),
  pubrec: new Set(["reasonString"]),
  pubrel: new Set(["reasonString"]),
  pubcomp: new Set(["reasonString"]),
  subscribe: new Set(["subscriptionIdentifier"]),
  unsubscribe: new Set(),
  disconnect: new Set(["sessionExpiryInterval", "reasonString"]),
  auth: new Set(["authenticationMethod", "authenticationData", "reasonString"]),
};

/** Properties whose zero is a protocol error of its own (5.0 §3.1.2.11.3, §3.1.2.11.4, §3.3.2.3.4, §3.8.2.1.2). */
const neverZero = ["receiveMaximum", "maximumPacketSize", "topicAlias", "subscriptionIdentifier"];

type Properties = Readonly<Record<string, unknown>>;

export function checkProperties(packet: Packet): void {
  if ("properties" in packet) check(packet.cmd, packet.properties);
  if (packet.cmd === "connect") check("will", packet.will?.properties);
}

function check(kind: PacketCmd | "will", properties: Properties | undefined): void {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name === "userProperties") checkPairs(value);
    else checkProperty(kind, name, value);
  }
}

function checkProperty(kind: PacketCmd | "will", name: string, value: unknown): void {
  if (!allowed[kind]?.has(name)) throw malformed(`${kind} must not carry ${name}`);
  if (Array.isArray(value)) throw violation(`${kind} carries ${name} more than once`);
  if (value === null || value === undefined || value === -1) throw malformed(`${name} of ${kind} is cut off`);
  if (value === 0 && neverZero.includes(name)) throw violation(`${name} of ${kind} must not be 0`);
}

/** User properties mean nothing to us; they only have to be whole. */
function checkPairs(pairs: unknown): void {
  const values = Object.values((pairs ?? {}) as Properties).flat();
  if (values.includes(null)) throw malformed("a user property is cut off");
}
