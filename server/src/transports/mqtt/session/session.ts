import type { Device } from "../../../core/devices/index.ts";
import type { KeptSession } from "../../../core/mqtt-sessions/index.ts";
import type { Receipt } from "../../../core/telemetry/index.ts";
import type { MqttSessionId } from "../../../kernel/ids.ts";
import type { ProtocolVersion } from "../wire/packet-types.ts";
import type { AckSlot } from "./ack-queue.ts";
import { Arriving } from "./arriving.ts";
import type { Connection } from "./connection.ts";
import { Outbound } from "./outbound.ts";
import { Received } from "./received.ts";
import type { Seat } from "./roster.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface Will {
  readonly topic: string;
  readonly payload: Buffer;
  readonly delayMs: number;
}

/** What a client asked for when it connected, checked and completed. */
export interface Terms {
  readonly version: ProtocolVersion;
  readonly clientId: string;
  readonly keepAliveMs: number;
  /** How long the session outlives the connection; 0 not at all. */
  readonly expiryMs: number;
  readonly window: number;
  /** Bytes of a packet the client takes. */
  readonly clientMaxPacket: number;
  /** Whether it wants to be told reasons in acknowledgements [MQTT-3.1.2-29]. */
  readonly wantsReasons: boolean;
  readonly will: Will | undefined;
}

/** Makes the identifiers of unreleased QoS 2 messages durable. */
type SaveReceived = (identifiers: readonly number[], upTo: number) => Promise<void>;

const nothingToSave = Promise.resolve();

export type DeviceConnection = Connection<Session>;

/** A device that is connected: who it is, what was agreed, what is going on. */
export class Session {
  readonly connection: DeviceConnection;
  readonly seat: Seat;
  readonly device: Device;
  readonly version: ProtocolVersion;
  readonly clientId: string;
  readonly keepAliveMs: number;
  readonly clientMaxPacket: number;
  readonly wantsReasons: boolean;
  readonly subscriptions: Subscriptions;
  /** The kept session behind this one, if it outlives the connection. */
  readonly keptId: MqttSessionId | undefined;
  /** Changed by a DISCONNECT of version 5. */
  expiryMs: number;
  will: Will | undefined;
  /** Number of the last queued message sent in this connection, and up to which one earlier connections came. */
  sentUpTo = 0;
  readonly sentBefore: number;
  /** Brings the durable queue to the device; there is one when the session outlives its connection. */
  queue: { kick(): void; settle(): Promise<void> } | undefined;
  /** Brings calls to the device; there is one when it listens for them. */
  calls: { kick(): void; resume(): void; wrote(): void; end(): Promise<void> } | undefined;
  /** Messages on their way into the store. */
  pending = 0;
  /** The last change of the subscriptions on its way to the disk. */
  saving: Promise<void> = nothingToSave;
  /** Set when the connection is over: resolves when what outlives it is on disk. */
  detached: Promise<void> | undefined;
  /** When its activity was told last; as `Connection.lastPacket`. */
  lastSeen = Number.NEGATIVE_INFINITY;
  /** When a message of it was stored last; as `Connection.lastPacket`. */
  lastStored = 0;
  /** Since when the rate limits hold this connection without a pause; 0 when they do not. */
  throttledSince = 0;
  /** Until when the rate limits keep this connection from being read. */
  pausedUntil = 0;
  // Made when first used: most of ten thousand idle devices need none of them.
  #aliases: Map<number, string> | undefined;
  #received: Received | undefined;
  readonly #receivedUpTo: number;
  readonly #saveReceived: SaveReceived | undefined;
  #arriving: Arriving | undefined;
  #outbound: Outbound | undefined;
  readonly #window: number;

  constructor(
    connection: DeviceConnection,
    seat: Seat,
    device: Device,
    terms: Terms,
    kept: KeptSession | undefined,
    saveReceived: SaveReceived,
  ) {
    this.connection = connection;
    this.seat = seat;
    this.device = device;
    this.version = terms.version;
    this.clientId = terms.clientId;
    this.keepAliveMs = terms.keepAliveMs;
    this.clientMaxPacket = terms.clientMaxPacket;
    this.wantsReasons = terms.wantsReasons;
    this.expiryMs = terms.expiryMs;
    this.will = terms.will;
    this.#window = terms.window;
    this.subscriptions = new Subscriptions(kept?.subscriptions);
    this.#saveReceived = kept && saveReceived;
    this.#receivedUpTo = kept?.receivedUpTo ?? 0;
    if (kept && kept.received.length > 0) this.#received = this.#takeUp(kept.received);
    this.keptId = kept?.id;
    this.sentBefore = kept?.sentUpTo ?? 0;
  }

  /** Topic aliases of the client, by number; most clients have none. */
  get aliases(): Map<number, string> {
    this.#aliases ??= new Map();
    return this.#aliases;
  }

  /** What is on its way to the device with QoS 1. */
  get outbound(): Outbound {
    this.#outbound ??= new Outbound(this.#window);
    return this.#outbound;
  }

  /** QoS 2 messages taken over and not released yet. */
  get received(): Received {
    this.#received ??= this.#takeUp([]);
    return this.#received;
  }

  #takeUp(identifiers: readonly number[]): Received {
    return new Received(identifiers, this.#saveReceived, this.#receivedUpTo);
  }

  /** A session that outlives its connection has its QoS 2 messages signed for where they are stored [MQ7]. */
  expectReceipt(packetId: number): Receipt | undefined {
    if (this.keptId === undefined) return undefined;
    const receipt: Receipt = { session: this.keptId, packetId, position: 0 };
    this.received.expect(receipt);
    return receipt;
  }

  get receivedCount(): number {
    return this.#received?.size ?? 0;
  }

  /** A repetition of one of these is covered by the answer owed already. */
  get arriving(): Arriving {
    this.#arriving ??= new Arriving();
    return this.#arriving;
  }

  /** Pays what is owed for a message. */
  acknowledge(slot: AckSlot, answer: "plain" | Buffer): void {
    if (slot.kind === "pubrec") this.arriving.delete(slot.messageId);
    this.connection.settle(slot, answer);
  }

  /** The words a refusal carries, as far as the client wants and can take them. */
  reasonFor(words: string): string | undefined {
    const fits = Buffer.byteLength(words) + 16 <= this.clientMaxPacket;
    return this.wantsReasons && fits ? words : undefined;
  }
}
