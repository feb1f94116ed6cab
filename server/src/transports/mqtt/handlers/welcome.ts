import { topicAliasMaximum } from "../mqtt-limits.ts";
import { deliverCalls } from "../session/call-pump.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import { QueuePump } from "../session/queue-pump.ts";
import { Session } from "../session/session.ts";
import { connack } from "../wire/encode.ts";
import { type Attempt, seated } from "./connect-attempt.ts";
import type { Agreed } from "./connect-terms.ts";

/** The device is let in: CONNACK first, then what waits for it. */
export function welcome(context: MqttContext, attempt: Attempt): void {
  const { connection, seat, device, terms, kept, present } = seated(attempt);
  const session = new Session(connection, seat, device, terms, kept, async (identifiers, upTo) => {
    if (kept) await context.store.saveReceived(kept.id, identifiers, upTo);
  });
  connection.session = session;
  connection.send(connack({ sessionPresent: present, properties: propertiesFor(context, terms) }, terms.version));
  context.gateway.seen(device);
  context.gateway.remark(device, {
    kind: "CONNECT",
    direction: "IN",
    messageId: undefined,
    size: undefined,
    summary: summaryOf(session, present),
    error: undefined,
  });
  if (kept) session.queue = new QueuePump(context, session, kept.id);
  session.queue?.kick();
  deliverCalls(context, session);
}

const versionNames = { 3: "3.1", 4: "3.1.1", 5: "5" } as const;

const summaryOf = ({ version, clientId, connection }: Session, present: boolean): string =>
  `Connected from ${connection.peer.address} over ${connection.peer.via}, MQTT ${versionNames[version]}, ` +
  `client id ${clientId.slice(0, 64)}${present ? ", session taken up" : ""}`;

function propertiesFor({ limits }: MqttContext, terms: Agreed): Parameters<typeof connack>[0]["properties"] {
  return {
    receiveMaximum: limits.receiveMaximum,
    maximumPacketSize: limits.maxPacketSize,
    topicAliasMaximum,
    retainAvailable: false,
    sharedSubscriptionAvailable: false,
    sessionExpiryInterval: Math.floor(terms.expiryMs / 1_000),
    ...(terms.assignedId !== undefined && { assignedClientIdentifier: terms.assignedId }),
    ...(terms.serverKeepAlive !== undefined && { serverKeepAlive: terms.serverKeepAlive }),
  };
}
