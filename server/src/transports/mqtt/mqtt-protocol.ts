import { onPuback, onPubrec, onPubrel } from "./handlers/confirmations.ts";
import { onConnect } from "./handlers/connect.ts";
import { onDisconnect } from "./handlers/disconnect.ts";
import { onPublish } from "./handlers/publish.ts";
import { onSubscribe, onUnsubscribe } from "./handlers/subscribe.ts";
import { activityEveryMs } from "./mqtt-limits.ts";
import { closeSession } from "./session/close-session.ts";
import type { Ending, Protocol } from "./session/connection.ts";
import { detach } from "./session/detach.ts";
import type { MqttContext } from "./session/mqtt-context.ts";
import type { DeviceConnection, Session } from "./session/session.ts";
import { decodeConnect, decodePacket } from "./wire/decode-packet.ts";
import { connackRefusal, pingResponse } from "./wire/encode.ts";
import { FrameError } from "./wire/frame-reader.ts";
import type { SessionPacket } from "./wire/packet-types.ts";
import { ProtocolError, violation } from "./wire/protocol-error.ts";
import { type ReasonName, reasons } from "./wire/reasons.ts";

/** What each packet means. */
export class MqttProtocol implements Protocol<Session> {
  readonly #context: MqttContext;
  /** Called when a connection is gone for good. */
  readonly #onGone: (connection: DeviceConnection, tidied: Promise<void>) => void;

  constructor(context: MqttContext, onGone: (connection: DeviceConnection, tidied: Promise<void>) => void) {
    this.#context = context;
    this.#onGone = onGone;
  }

  received(connection: DeviceConnection, frame: Buffer): void {
    const { session } = connection;
    if (session) this.#dispatch(session, decodePacket(frame, session.version));
    else onConnect(this.#context, connection, decodeConnect(frame));
  }

  /** A broken rule ends the connection; a bug does, too, but is ours to mend [MQTT-4.8.0-1; 5.0: MQTT-4.13.1-1]. */
  failed(connection: DeviceConnection, error: unknown): void {
    const { logger, counts } = this.#context;
    const reason = reasonOf(error);
    if (!(error instanceof ProtocolError || error instanceof FrameError)) {
      logger.error({ err: error, peer: connection.peer.address }, "a packet could not be handled");
    }
    const words = `${reasons[reason].words}: ${error instanceof Error ? error.message : "unknown"}`;
    if (connection.session) {
      closeSession(connection.session, reason, words);
      return;
    }
    counts.refused(reason);
    const farewell = reason === "unsupported-version" ? connackRefusal(reason, words, 4) : undefined;
    connection.close({ by: "server", words, withoutWill: true }, farewell);
  }

  ended(connection: DeviceConnection, ending: Ending): void {
    const { budget, logger } = this.#context;
    budget.forget(connection);
    const { session } = connection;
    const tidied = session ? detach(this.#context, session, ending) : Promise.resolve();
    const done = tidied.catch((error: unknown) => {
      logger.error({ err: error, deviceId: session?.device.id }, "the session of a device cannot be kept");
    });
    this.#onGone(connection, done);
  }

  hasRoom({ session }: DeviceConnection): void {
    session?.calls?.resume();
  }

  wrote({ session }: DeviceConnection, bytes: number, ackDelayMs: number | undefined): void {
    session?.calls?.wrote();
    this.#context.counts.bytesOut += bytes;
    if (ackDelayMs !== undefined) this.#context.counts.acknowledged(ackDelayMs);
  }

  #dispatch(session: Session, packet: SessionPacket): void {
    const context = this.#context;
    switch (packet.cmd) {
      case "publish":
        onPublish(context, session, packet);
        break;
      case "puback":
        onPuback(context, session, packet);
        break;
      case "pubrec":
        onPubrec(session, packet);
        break;
      case "pubrel":
        onPubrel(context, session, packet);
        break;
      case "pubcomp":
        break; // the answer to a PUBREL of ours that refused; nothing waits for it
      case "subscribe":
        onSubscribe(context, session, packet);
        break;
      case "unsubscribe":
        onUnsubscribe(context, session, packet);
        break;
      case "pingreq":
        this.#onPing(session);
        break;
      case "disconnect":
        onDisconnect(context, session, packet);
        break;
      case "auth":
        throw violation("AUTH without an authentication method"); // [5.0: MQTT-4.12.0-7]
    }
  }

  #onPing(session: Session): void {
    session.connection.send(pingResponse);
    const { lastPacket } = session.connection;
    if (lastPacket - session.lastSeen < activityEveryMs) return;
    session.lastSeen = lastPacket;
    this.#context.gateway.seen(session.device);
  }
}

function reasonOf(error: unknown): ReasonName {
  if (error instanceof ProtocolError) return error.reason;
  if (error instanceof FrameError) return error.fault;
  return "internal";
}
