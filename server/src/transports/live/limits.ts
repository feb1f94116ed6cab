/** The first frame has to authenticate within this time [TEL7]. */
export const authWithinMs = 10_000;

/** Connections of one node; each costs memory even when idle. */
export const maxConnections = 5_000;
export const maxConnectionsPerUser = 50;

/** Bytes of a frame a client may send; a subscription to a thousand keys fits. */
export const maxFrameBytes = 256 * 1024;
/** Frames of a client that may wait for their turn; then its socket is not read until they are done. */
export const maxFramesWaiting = 16;

export const maxSubscriptions = 1_000;
/** Telemetry keys a connection watches, over all its subscriptions. */
export const maxKeysPerConnection = 20_000;
/** Changes a subscription remembers for a slow reader; with more it is given the whole state again. */
export const maxChangesPending = 1_000;

/** Rounds of changes are at least so far apart: nobody's eyes are quicker, and one frame costs less than five. */
export const roundEveryMs = 50;

/** A connection on which nothing moved in either direction for one to two of these is closed. */
export const heartbeatEveryMs = 30_000;

/** Changes to access made by another process are noticed within this time; those made here at once. */
export const recheckEveryMs = 10_000;

/** How long a client is given to close its side when the node stops. */
export const closeWithinMs = 1_000;
