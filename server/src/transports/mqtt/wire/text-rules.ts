import type { Packet } from "mqtt-packet";
import { malformed } from "./protocol-error.ts";

const replacement = "\ufffd";

/** The texts of a packet that mean something to us. */
function textsOf(packet: Packet): readonly (string | undefined)[] {
  switch (packet.cmd) {
    case "connect":
      return [packet.clientId, packet.username, packet.will?.topic];
    case "publish":
      return [packet.topic];
    case "subscribe":
      return packet.subscriptions.map(({ topic }) => topic);
    case "unsubscribe":
      return packet.unsubscriptions;
    default:
      return [];
  }
}

/**
 * Ill-formed UTF-8 and U+0000 end the connection [MQTT-1.5.3-1, MQTT-1.5.3-2; 5.0: MQTT-1.5.4-1, MQTT-1.5.4-2]. The
 * general parser puts U+FFFD in place of what it cannot read: a text whose own bytes are not in the packet was changed.
 */
export function requireUtf8(packet: Packet, frame: Buffer): void {
  for (const text of textsOf(packet)) {
    if (text === undefined) continue;
    if (text.includes("\0")) throw malformed("a text holds U+0000");
    if (text.includes(replacement) && !frame.includes(Buffer.from(text))) throw malformed("a text is not UTF-8");
  }
}
