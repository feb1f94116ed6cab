import type { IDisconnectPacket } from "mqtt-packet";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { Session } from "../session/session.ts";
import { violation } from "../wire/protocol-error.ts";
import { disconnectWithWill } from "../wire/reasons.ts";
import { expiryMsOf } from "./connect-terms.ts";

/** The device says goodbye: no will, unless it asks for it [MQTT-3.14.4-3; 5.0 §3.14.2.1]. */
export function onDisconnect({ limits }: MqttContext, session: Session, packet: IDisconnectPacket): void {
  const expiry = packet.properties?.sessionExpiryInterval;
  if (expiry !== undefined) {
    // 5.0 §3.14.2.2.2: a session that was to end with the connection cannot be kept after all.
    if (session.expiryMs === 0 && expiry > 0)
      throw violation("DISCONNECT asks to keep a session that was not to be kept");
    session.expiryMs = expiryMsOf(expiry, limits);
  }
  const withWill = packet.reasonCode === disconnectWithWill;
  session.connection.close({ by: "client", words: "the device disconnected", withoutWill: !withWill });
}
