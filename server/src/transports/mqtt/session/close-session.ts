import { disconnect } from "../wire/encode.ts";
import { type ReasonName, reasons } from "../wire/reasons.ts";
import type { Session } from "./session.ts";

/** Ends a connection from our side; version 5 is told why [MQTT-4.13.1-1]. */
export function closeSession(session: Session, reason: ReasonName, words: string = reasons[reason].words): void {
  const farewell = session.version === 5 ? disconnect(reason, fits(session, words) ? words : undefined) : undefined;
  const isTimeout = reason === "keep-alive-timeout";
  session.connection.close({ by: "server", words, withoutWill: false, isTimeout }, farewell);
}

const fits = (session: Session, words: string): boolean => Buffer.byteLength(words) + 16 <= session.clientMaxPacket;
