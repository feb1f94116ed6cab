/** What an operator may set; each is a setting of its name (docs/operations.md). */
export interface LiveLimits {
  /** The first frame has to authenticate within this time [TEL7]. */
  readonly liveAuthTimeout: number;
  /** Connections of this node; each costs memory even when idle. */
  readonly liveConnections: number;
  readonly liveConnectionsPerUser: number;
  /** Connections with links to dashboards, of this node, and with one of them [DSH6]. */
  readonly liveConnectionsOfLinks: number;
  readonly liveConnectionsPerLink: number;
  /** Devices that a page of a dashboard watches [DSH4]. */
  readonly livePageDevices: number;
  /** After so long a page looks for devices that have joined what it shows. */
  readonly livePageChoice: number;
  /** Subscriptions of a connection. */
  readonly liveSubscriptions: number;
  /** Telemetry keys a connection watches, over all its subscriptions. */
  readonly liveKeys: number;
  /** Bytes of a frame a client may send. */
  readonly liveMaxFrame: number;
  /** Changes a subscription remembers for a slow reader; with more it is given the whole state again. */
  readonly liveChanges: number;
  /** Rounds of changes are at least so far apart: nobody's eyes are quicker, and one frame costs less than five. */
  readonly liveInterval: number;
  /** A connection on which nothing moved in either direction for one to two of these is closed. */
  readonly liveHeartbeat: number;
  /** Changes to access made by another process are noticed within this time; those made here at once. */
  readonly liveRecheck: number;
}

/** Frames of a client that may wait for their turn; then its socket is not read until they are done. */
export const maxFramesWaiting = 16;

/** How long a client is given to close its side after the good-bye; then it is cut off. */
export const closeWithinMs = 1_000;

/** Pages that somebody with a link watches at once: the one that is shown, and the one that was. */
export const pagesOfLink = 2;

/** No timer of this runtime is longer. */
export const longestTimerMs = 2_147_483_647;
