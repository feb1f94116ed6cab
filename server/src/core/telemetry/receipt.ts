import type { DeviceId, MqttSessionId } from "../../kernel/ids.ts";

/**
 * That a QoS 2 message was taken: stored in the same commit as its points, so that there is never the one without the
 * other [MQ7]. Its place is the commit's position in the log.
 */
export interface Receipt {
  readonly session: MqttSessionId;
  readonly packetId: number;
  /** 0 until it is durable; then the store says where it is. Positions only grow and are never used twice. */
  position: number;
}

/** What the log has of a session. */
export interface Arrived {
  /** Something was on its way and has ended: the record of the session may have been written meanwhile. */
  readonly wasUnderWay: boolean;
  /** Those that may not be in the session's record yet. */
  readonly receipts: readonly Readonly<Receipt>[];
}

/** The log that holds receipts until they are in the records of their sessions; until then no row of it goes. */
export interface ReceiptLog {
  /** Those that may not be in their session's record yet: of one session, or all that have waited so long. */
  unsaved(which: { readonly session: MqttSessionId } | { readonly olderThanMs: number }): readonly Readonly<Receipt>[];
  /** Waits for those of the session that are on their way into the log. */
  arrived(session: MqttSessionId, device: DeviceId): Promise<Arrived>;
  /** The record of the session holds, or has released, every receipt up to `position`. */
  saved(session: MqttSessionId, position: number): void;
  /** Has those noted that were in the log of a node that is gone; before the first session is opened. */
  recover(note: (receipts: readonly Readonly<Receipt>[]) => Promise<void>): Promise<void>;
  /** Positions given from now on are greater than this: a record may know more than a log from a backup. */
  startAfter(position: number): Promise<void>;
}
