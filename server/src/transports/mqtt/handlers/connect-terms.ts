import { randomUUID } from "node:crypto";
import type { IConnectPacket } from "mqtt-packet";
import { type MqttLimits, outboundWindow } from "../mqtt-limits.ts";
import type { Terms, Will } from "../session/session.ts";
import { ProtocolError } from "../wire/protocol-error.ts";

const msPerSecond = 1_000;
const keepAliveFactor = 1.5;
/** Bytes. */
const longestClientId = 1_024;
/** "Never" in a session expiry interval (5.0 §3.1.2.11.2). */
const neverExpires = 0xffffffff;

export interface Agreed extends Terms {
  /** Set when the client has no name of its own. */
  readonly assignedId: string | undefined;
  /** Seconds, set when it differs from what was asked. */
  readonly serverKeepAlive: number | undefined;
  readonly clean: boolean;
}

export const expiryMsOf = (seconds: number, { sessionLifetimeMs }: MqttLimits): number =>
  seconds === neverExpires ? sessionLifetimeMs : Math.min(seconds * msPerSecond, sessionLifetimeMs);

/** What a CONNECT asks for, with our limits applied. */
export function agree(packet: IConnectPacket, limits: MqttLimits): Agreed {
  const version = packet.protocolVersion ?? 4;
  const properties = version === 5 ? (packet.properties ?? {}) : {};
  const clean = packet.clean ?? false;
  requireShortId(packet.clientId);
  const assignedId = packet.clientId === "" ? assignId(version, clean) : undefined;
  const { seconds, told } = keepAliveOf(packet.keepalive ?? 0, limits.maxKeepAlive);
  return {
    version,
    clean,
    assignedId,
    clientId: assignedId ?? packet.clientId,
    serverKeepAlive: told,
    keepAliveMs: seconds * msPerSecond * keepAliveFactor,
    expiryMs:
      version === 5 ? expiryMsOf(properties.sessionExpiryInterval ?? 0, limits) : clean ? 0 : limits.sessionLifetimeMs,
    window: Math.min(properties.receiveMaximum ?? outboundWindow, outboundWindow),
    clientMaxPacket: properties.maximumPacketSize ?? Number.POSITIVE_INFINITY,
    wantsReasons: properties.requestProblemInformation !== false,
    will: willOf(packet),
  };
}

/** A nameless client cannot come back to its session: before version 5 it has to ask for a clean one [MQTT-3.1.3-8]. */
function assignId(version: number, clean: boolean): string {
  if (version < 5 && !clean) throw new ProtocolError("bad-identifier", "an empty client id needs a clean session");
  return randomUUID();
}

/** Longer ones fit no index, and nobody's device has one [MQTT-3.1.3-9]. */
function requireShortId(clientId: string): void {
  if (Buffer.byteLength(clientId) > longestClientId) {
    throw new ProtocolError("bad-identifier", `a client id may have ${longestClientId} bytes at most`);
  }
}

function keepAliveOf(asked: number, max: number): { seconds: number; told: number | undefined } {
  const lowered = max > 0 && (asked === 0 || asked > max);
  return lowered ? { seconds: max, told: max } : { seconds: asked, told: undefined };
}

function willOf({ will, protocolVersion }: IConnectPacket): Will | undefined {
  if (!will) return undefined;
  const delay = protocolVersion === 5 ? (will.properties?.willDelayInterval ?? 0) : 0;
  return { topic: will.topic, payload: Buffer.from(will.payload), delayMs: delay * msPerSecond };
}
