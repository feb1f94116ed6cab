/** How the event loop is shared. */
export interface PacketSchedule {
  /** Packets are worked off for so long in one turn of the event loop; then everything else has its chance. */
  readonly budgetMs: number;
  /** Packets of one connection in a row while others wait. */
  readonly packetsInARow: number;
  /** Connections that have not said yet who they are and are served first in a turn: a CONNECT waits for no flood. */
  readonly newcomersPerTurn: number;
}

/** Everything that is bounded, named. */
export interface MqttLimits {
  /** Bytes of a packet, its header included; announced in version 5. */
  readonly maxPacketSize: number;
  /** Bytes of a CONNECT [MQ8]. */
  readonly connectBytes: number;
  /** A connection has to begin with a whole CONNECT within this time [MQ8]. */
  readonly connectTimeoutMs: number;
  /** Messages of one connection on their way into the store; announced in version 5 as receive maximum. */
  readonly receiveMaximum: number;
  /** Bytes of messages on their way into the store, over all connections. */
  readonly inFlightBytes: number;
  /** Seconds; a client that asks for more, or for none, is told this one (version 5) or held to it. 0: as it asks. */
  readonly maxKeepAlive: number;
  /** A session outlives its connection by no more than this. */
  readonly sessionLifetimeMs: number;
  /** A device that exceeds a rate limit for so long without a pause is disconnected [MQ9]. */
  readonly rateToleranceMs: number;
  /** How much of a turn of the event loop packets may take [API11]. */
  readonly readTurns: PacketSchedule;
}

export const defaultRateToleranceMs = 60_000;

/** What a message on its way into the store counts for besides its payload: promises, slots and the like. */
export const messageOverhead = 1_024;
/** How long the end of a session waits for its QoS 2 messages to be stored, so that their repetitions are known. */
export const arrivalsAtMostMs = 5_000;
/** How long a connection without room is held before it is closed: at first, at most, and of how many devices. */
export const noRoomFirstMs = 1_000;
export const noRoomLongestMs = 60_000;
export const noRoomRemembered = 10_000;
/** After we said goodbye, the other side has this long to close. */
export const lingerMs = 2_000;
/** Tells a peer that is gone without a word from one that has nothing to say. */
export const tcpKeepAliveMs = 60_000;
export const keepAliveSweepMs = 1_000;
/** Output a client does not fetch: beyond this it is not read any more. */
export const outputHighWater = 256 * 1_024;
/** Output a client does not fetch: beyond this it is not sent anything any more and disconnected [REL2]. */
export const outputAtMost = 4 * 1_024 * 1_024;
/** Aliases a client may use (version 5). */
export const topicAliasMaximum = 32;
/** Messages towards a device that may be unacknowledged at once, if it does not ask for fewer. */
export const outboundWindow = 32;
/** A connection tells its activity at most this often. */
export const activityEveryMs = 1_000;
