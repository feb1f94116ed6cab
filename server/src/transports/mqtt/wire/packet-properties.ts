import { packetType } from "./packet-types.ts";
import type { Carrier } from "./properties.ts";
import { PropertyWalk } from "./property-rules.ts";
import { malformed } from "./protocol-error.ts";

const continuation = 0x80;
const willFlag = 0x04;
/** Level, flags and keep-alive of CONNECT. */
const flagsAfterName = 1;
const fixedAfterName = 4;

/** Where the variable header begins. A length that takes more bytes than it needs is malformed [5.0: MQTT-1.5.5-1]. */
function bodyOf(frame: Buffer): number {
  let at = 1;
  while ((frame[at] ?? 0) & continuation) at++;
  if (at > 1 && frame[at] === 0) throw malformed("the length field takes more bytes than it needs");
  return at + 1;
}

const carriers: Readonly<Record<number, Carrier>> = {
  [packetType.puback]: "puback",
  [packetType.pubrec]: "pubrec",
  [packetType.pubrel]: "pubrel",
  [packetType.pubcomp]: "pubcomp",
  [packetType.subscribe]: "subscribe",
  [packetType.unsubscribe]: "unsubscribe",
  [packetType.disconnect]: "disconnect",
  [packetType.auth]: "auth",
};

const identifierBytes = 2;
const reasonBytes = 1;

/** Checks the properties of a packet of version 5, wherever that packet has them (5.0 §2.2.2). */
export function checkProperties(frame: Buffer): void {
  const type = (frame[0] ?? 0) >> 4;
  const walk = new PropertyWalk(frame, bodyOf(frame));
  if (type === packetType.connect) checkConnect(frame, walk);
  else if (type === packetType.publish) checkPublish(frame, walk);
  else checkOther(frame, walk, type);
}

function checkConnect(frame: Buffer, walk: PropertyWalk): void {
  walk.skipField();
  const flags = frame.readUInt8(walk.skip(fixedAfterName) + flagsAfterName);
  walk.check("connect");
  walk.skipField();
  if (flags & willFlag) walk.check("will");
}

function checkPublish(frame: Buffer, walk: PropertyWalk): void {
  walk.skipField();
  if ((frame[0] ?? 0) & 0x06) walk.skip(identifierBytes);
  walk.check("publish");
}

/** The others may end before their reason code, or before their properties. */
function checkOther(frame: Buffer, walk: PropertyWalk, type: number): void {
  const carrier = carriers[type];
  if (carrier === undefined) return;
  if (type !== packetType.disconnect && type !== packetType.auth) walk.skip(identifierBytes);
  if (type === packetType.subscribe || type === packetType.unsubscribe) walk.check(carrier);
  else if (frame.length > walk.at + reasonBytes) {
    walk.skip(reasonBytes);
    walk.check(carrier);
  }
}
