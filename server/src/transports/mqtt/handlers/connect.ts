import { setTimeout as sleep } from "node:timers/promises";
import type { IConnectPacket } from "mqtt-packet";
import { epochMs } from "../../../kernel/time.ts";
import { hold } from "../session/connection.ts";
import { willKey } from "../session/detach.ts";
import { DeviceSeat } from "../session/device-seat.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { DeviceConnection } from "../session/session.ts";
import { Subscriptions } from "../session/subscriptions.ts";
import { connackRefusal } from "../wire/encode.ts";
import { ProtocolError } from "../wire/protocol-error.ts";
import { type ReasonName, reasons } from "../wire/reasons.ts";
import { type Attempt, known, seated } from "./connect-attempt.ts";
import { agree } from "./connect-terms.ts";
import { welcome } from "./welcome.ts";

/** A connection that cannot be served now is kept from coming back for once to twice so long. */
const heldAtLeastMs = 1_000;

type Step = (context: MqttContext, attempt: Attempt) => void | Promise<void>;

const steps: readonly Step[] = [
  refuseEnhancedAuthentication,
  requireToken,
  authenticate,
  settleTerms,
  takeSeat,
  requireValidToken,
  openSession,
  listen,
  welcome,
];

/** Nothing behind CONNECT is read until it is decided. */
export function onConnect(context: MqttContext, connection: DeviceConnection, packet: IConnectPacket): void {
  const version = packet.protocolVersion ?? 4;
  const attempt: Attempt = { connection, packet, version, token: "", present: false };
  connection.hold(hold.connecting);
  connection.unauthenticated?.progressed();
  void decide(context, attempt).finally(() => connection.release(hold.connecting));
}

async function decide(context: MqttContext, attempt: Attempt): Promise<void> {
  await runSteps(context, attempt).catch((error: unknown) => refuse(context, attempt, error));
  if (!attempt.connection.session) await giveUp(context, attempt);
}

async function runSteps(context: MqttContext, attempt: Attempt): Promise<void> {
  for (const step of steps) {
    if (attempt.connection.isEnding) return; // the client did not wait, or another one took over
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

/** Counted on arrival, then held back as long as guesses from its address are; a right one is never refused [DEV4]. */
async function authenticate({ gateway, guesses, clock, limits }: MqttContext, attempt: Attempt): Promise<void> {
  const { token, connection } = attempt;
  const { address } = connection.peer;
  const device = await gateway.findDevice(token);
  if (device) connection.identified(limits.maxPacketSize); // others may lose their place
  const delayMs = await (device ? guesses.passed(address, token, clock()) : guesses.failed(address, clock()));
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (!device) throw new ProtocolError("bad-token", reasons["bad-token"].words);
  if (delayMs > 0 && !connection.isEnding) await guesses.waited(address, token);
  attempt.device = device;
}

function settleTerms({ limits }: MqttContext, attempt: Attempt): void {
  attempt.terms = agree(attempt.packet, limits);
}

/** The newest connection wins [MQ7]; what the old one keeps is on disk before the new one asks for it. */
async function takeSeat(context: MqttContext, attempt: Attempt): Promise<void> {
  const { connection, device, terms } = known(attempt);
  attempt.seat = new DeviceSeat(context, connection, device, terms.clientId);
  await context.roster.enter(attempt.seat);
}

/** From its seat a device hears that its token was revoked; that it was not revoked just before is asked once more. */
async function requireValidToken({ gateway }: MqttContext, attempt: Attempt): Promise<void> {
  const { device, token } = known(attempt);
  if ((await gateway.findDevice(token))?.id === device.id) return;
  throw new ProtocolError("bad-token", reasons["bad-token"].words);
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

/** Subscriptions of a session that is taken up hold from the first moment. */
async function listen({ roster }: MqttContext, attempt: Attempt): Promise<void> {
  const { kept, seat } = seated(attempt);
  if (kept && kept.subscriptions.length > 0)
    await roster.listens(seat, new Subscriptions(kept.subscriptions).listening);
}

/** CONNECT came to nothing: the seat is free, and a session that was taken up already waits for the next one. */
async function giveUp({ store, clock, logger }: MqttContext, { seat, kept, terms }: Attempt): Promise<void> {
  try {
    if (kept && terms) await store.suspend(kept.id, { ...kept, expires: epochMs(clock() + terms.expiryMs) });
  } catch (error) {
    logger.error({ err: error }, "the session of a device cannot be kept");
  }
  seat?.giveUp();
}

/**
 * Nothing is wrong with the device, we cannot serve it now. A CONNACK that says so makes common clients give up for good:
 * it is held for a moment, so that it does not come back at once, and closed without one [MQ7].
 */
async function putOff(context: MqttContext, attempt: Attempt, error: unknown): Promise<void> {
  context.logger.error({ err: error }, "a connection could not be accepted");
  context.counts.refused("busy");
  remarkRefusal(context, attempt, reasons.busy.words);
  await sleep(heldAtLeastMs * (1 + Math.random()), undefined, { ref: false });
  attempt.connection.close({ by: "server", words: reasons.busy.words, withoutWill: true });
}

function remarkRefusal({ gateway }: MqttContext, { connection, device }: Attempt, words: string): void {
  if (!device) return;
  gateway.remark(device, {
    kind: "CONNECT_REFUSED",
    direction: "IN",
    messageId: undefined,
    size: undefined,
    summary: `Connection from ${connection.peer.address} refused`,
    error: words,
  });
}

/** For who sets up a device and wonders [COM3]. */
function noteUnknown({ refusedContacts }: MqttContext, { connection, token }: Attempt, reason: ReasonName): void {
  if (reason !== "bad-token" && reason !== "no-user-name") return;
  refusedContacts.note(connection.peer.address, {
    ...{ transport: "MQTT", request: null, size: null },
    ...(token === ""
      ? { reason: "TOKEN_MISSING", tokenLength: null }
      : { reason: "TOKEN_UNKNOWN", tokenLength: token.length }),
  });
}

function refuse(context: MqttContext, attempt: Attempt, error: unknown): void | Promise<void> {
  if (!(error instanceof ProtocolError)) return putOff(context, attempt, error);
  const { connection, packet, version } = attempt;
  const { reason } = error;
  const { words } = reasons[reason];
  context.counts.refused(reason);
  remarkRefusal(context, attempt, words);
  noteUnknown(context, attempt, reason);
  const farewell = connackRefusal(reason, words, version, packet.properties?.maximumPacketSize);
  connection.close({ by: "server", words, withoutWill: true }, farewell);
}
