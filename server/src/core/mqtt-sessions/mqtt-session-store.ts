import type { DeviceId, MqttSessionId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Receipt } from "../telemetry/index.ts";

export interface KeptSubscription {
  readonly filter: string;
  readonly qos: 0 | 1;
  readonly identifier: number | undefined;
}

/** What is kept of a device's session while it is away [MQ7]. */
export interface KeptSession {
  readonly id: MqttSessionId;
  readonly subscriptions: readonly KeptSubscription[];
  /** Identifiers of QoS 2 messages that were stored and not released yet. */
  readonly received: readonly number[];
  /** Up to this position of the telemetry log, its receipts are among them or were released. */
  readonly receivedUpTo: number;
  /** Queued messages up to this number may have reached the device before. */
  readonly sentUpTo: number;
}

export interface SessionName {
  readonly deviceId: DeviceId;
  readonly clientId: string;
}

export interface QueuedPush {
  /** Counts up within the session, from 1; never used twice. */
  readonly number: number;
  readonly topic: string;
  readonly payload: string;
}

export interface PushToQueue {
  readonly deviceId: DeviceId;
  readonly topic: string;
  readonly payload: string;
  readonly time: EpochMs;
}

/**
 * The sessions that outlive their connection, one per device and client id, each with a bounded queue of what waits
 * for the device. Several nodes may share them: a session belongs to the node that opened it last, and the others'
 * changes to it are passed over. What others change and announce in one transaction goes through their own store (`queuePush`).
 */
export interface MqttSessionStore {
  /**
   * Takes up the kept session or begins one. Until `suspend` it does not expire. A device has only so many: beyond,
   * those that would expire first give way, connected ones never.
   */
  open(
    device: DeviceId,
    clientId: string,
    now: EpochMs,
  ): Promise<{ readonly session: KeptSession; readonly present: boolean }>;
  /** Forgets the session with its queue, whoever has it; fine when there is none. */
  discard(device: DeviceId, clientId: string): Promise<void>;
  /** `wantsPushes`: whether attribute changes are to be queued for it. Durable once resolved. */
  saveSubscriptions(id: MqttSessionId, subscriptions: readonly KeptSubscription[], wantsPushes: boolean): Promise<void>;
  /** The QoS 2 messages that are stored and not released, so that a repetition is known after a crash. Durable once resolved. */
  saveReceived(id: MqttSessionId, received: readonly number[], upTo: number): Promise<void>;
  /** Receipts that their sessions may not know of: those behind what a session has seen are added, the others passed over. */
  addReceived(receipts: readonly Readonly<Receipt>[]): Promise<void>;
  /** The run of a node that took the session up last. */
  holderOf(id: MqttSessionId): Promise<string | undefined>;
  /** The furthest position any session has seen. */
  highestReceivedUpTo(): Promise<number>;
  /** The device went away; the session ends at `expires` unless it comes back before. */
  suspend(
    id: MqttSessionId,
    state: Pick<KeptSession, "received" | "receivedUpTo" | "sentUpTo"> & { readonly expires: EpochMs },
  ): Promise<void>;
  /** The device went away and the session with it. */
  end(id: MqttSessionId): Promise<void>;
  /** In order, the first `limit` with a number above `after`. */
  queued(id: MqttSessionId, after: number, limit: number): Promise<readonly QueuedPush[]>;
  /** The device has these. */
  acknowledge(id: MqttSessionId, numbers: readonly number[]): Promise<void>;
  /** Queues for every session of the device that wants pushes; beyond the bound the oldest give way. */
  queue(push: PushToQueue): Promise<void>;
  /** This node runs, at least until then: sessions connected to it are in use. To be called before that time is over. */
  renewLease(until: EpochMs): Promise<void>;
  /** Sessions connected to a node that no longer runs (it was killed) are suspended until `expires`. */
  suspendAbandoned(now: EpochMs, expires: EpochMs): Promise<void>;
  /** These are connected to this node and cannot say goodbye any more: suspended until `expires`. Unknown ones are passed over. */
  suspendLeft(left: readonly SessionName[], expires: EpochMs): Promise<void>;
  removeExpired(now: EpochMs): Promise<number>;
}
