import { setTimeout as sleep } from "node:timers/promises";
import type { IConnectPacket } from "mqtt-packet";
import type { Device } from "../../../core/devices/index.ts";
import type { KeptSession } from "../../../core/mqtt-sessions/index.ts";
import type { MqttContext } from "../mqtt-context.ts";
import { topicAliasMaximum } from "../mqtt-limits.ts";
import { deliverCalls } from "../session/call-pump.ts";
import { closeSession } from "../session/close-session.ts";
import { hold } from "../session/connection.ts";
import { detach, willKey } from "../session/detach.ts";
import { QueuePump } from "../session/queue-pump.ts";
import { type DeviceConnection, Session } from "../session/session.ts";
import { connack, connackRefusal } from "../wire/encode.ts";
import type { ProtocolVersion } from "../wire/packet-types.ts";
import { ProtocolError } from "../wire/protocol-error.ts";
import { type ReasonName, reasons } from "../wire/reasons.ts";
import { type Agreed, agree } from "./connect-terms.ts";

/** A CONNECT on its way; every step adds what it found. */
interface Attempt {
  readonly connection: DeviceConnection;
  readonly packet: IConnectPacket;
  readonly version: ProtocolVersion;
  token: string;
  device?: Device;
  terms?: Agreed;
  kept?: KeptSession;
  present: boolean;
}

/** What the later steps can rely on. */
type Known = Attempt & Required<Pick<Attempt, "device" | "terms">>;

type Step = (context: MqttContext, attempt: Attempt) => void | Promise<void>;

const steps: readonly Step[] = [
  refuseEnhancedAuthentication,
  requireToken,
  authenticate,
  settleTerms,
  takeOver,
  openSession,
  welcome,
];

/** Nothing behind CONNECT is read until it is decided. */
export function onConnect(context: MqttContext, connection: DeviceConnection, packet: IConnectPacket): void {
  const version = packet.protocolVersion ?? 4;
  const attempt: Attempt = { connection, packet, version, token: "", present: false };
  connection.hold(hold.connecting);
  runSteps(context, attempt)
    .catch((error: unknown) => refuse(context, attempt, error))
    .finally(() => connection.release(hold.connecting));
}

async function runSteps(context: MqttContext, attempt: Attempt): Promise<void> {
  for (const step of steps) {
    if (attempt.connection.isEnding) return; // the client did not wait
    await step(context, attempt);
  }
}

/** Devices have a token and nothing else to exchange [MQTT-4.12.0-1]. */
function refuseEnhancedAuthentication(_: MqttContext, { packet }: Attempt): void {
  if (packet.properties?.authenticationMethod !== undefined) {
    throw new ProtocolError("bad-authentication-method", reasons["bad-authentication-method"].words);
  }
}

function requireToken(_: MqttContext, attempt: Attempt): void {
  if (!attempt.packet.username) throw new ProtocolError("no-user-name", reasons["no-user-name"].words);
  attempt.token = attempt.packet.username;
}

/** A wrong token waits the longer the more came from its address; a right one never waits. */
async function authenticate({ gateway, brake, clock }: MqttContext, attempt: Attempt): Promise<void> {
  const device = await gateway.findDevice(attempt.token);
  if (device) {
    attempt.device = device;
    return;
  }
  const delayMs = brake.failed(attempt.connection.peer.address, clock());
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  throw new ProtocolError("bad-token", reasons["bad-token"].words);
}

function settleTerms({ limits }: MqttContext, attempt: Attempt): void {
  attempt.terms = agree(attempt.packet, limits);
}

/** The newest connection wins [MQ7]; what the old one keeps is on disk before the new one asks for it. */
async function takeOver(context: MqttContext, attempt: Attempt): Promise<void> {
  const { device, terms } = known(attempt);
  const displaced = context.live.displacedBy(device.id, terms.clientId, context.limits.connectionsPerDevice);
  for (const session of displaced) {
    closeSession(session, "taken-over");
    await detach(context, session, { by: "server", words: reasons["taken-over"].words, withoutWill: false });
  }
}

async function openSession({ store, wills, clock }: MqttContext, attempt: Attempt): Promise<void> {
  const { device, terms } = known(attempt);
  wills.cancel(willKey(device.id, terms.clientId));
  if (terms.clean) await store.discard(device.id, terms.clientId); // [MQTT-3.1.2-6; 5.0: MQTT-3.1.2-4]
  if (terms.clean && terms.expiryMs === 0) return;
  const { session, present } = await store.open(device.id, terms.clientId, clock());
  attempt.kept = session;
  attempt.present = present;
}

function welcome(context: MqttContext, attempt: Attempt): void {
  const { connection, device, terms, kept, present, token } = known(attempt);
  const session = new Session(connection, device, token, terms, kept);
  connection.session = session;
  connection.send(connack({ sessionPresent: present, properties: propertiesFor(context, terms) }, terms.version));
  context.live.add(session);
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
  deliverCalls(context, session).catch((error: unknown) => {
    context.logger.error({ err: error, deviceId: device.id }, "the calls for a device cannot be read");
    closeSession(session, "busy");
  });
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
    sharedSubscriptionAvailable: false,
    sessionExpiryInterval: Math.floor(terms.expiryMs / 1_000),
    ...(terms.assignedId !== undefined && { assignedClientIdentifier: terms.assignedId }),
    ...(terms.serverKeepAlive !== undefined && { serverKeepAlive: terms.serverKeepAlive }),
  };
}

function known(attempt: Attempt): Known {
  const { device, terms } = attempt;
  if (!device || !terms) throw new Error("a step of CONNECT ran before those it needs");
  return { ...attempt, device, terms };
}

function refuse(context: MqttContext, { connection, version, device }: Attempt, error: unknown): void {
  const reason: ReasonName = error instanceof ProtocolError ? error.reason : "busy";
  if (!(error instanceof ProtocolError)) context.logger.error({ err: error }, "a connection could not be accepted");
  const { words } = reasons[reason];
  context.metrics.refused(reason);
  if (device) {
    const summary = `Connection from ${connection.peer.address} refused`;
    const kind = "CONNECT_REFUSED";
    context.gateway.remark(device, {
      kind,
      direction: "IN",
      messageId: undefined,
      size: undefined,
      summary,
      error: words,
    });
  }
  connection.close({ by: "server", words, withoutWill: true }, connackRefusal(reason, words, version));
}
