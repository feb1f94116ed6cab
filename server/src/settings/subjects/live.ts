import { duration, timerSpan, wholeNumber } from "../setting-kinds.ts";

/** The live view. */
export const liveSettings = {
  liveAuthTimeout: duration("HELIO_LIVE_AUTH_TIMEOUT", "10s", "Live view: time to authenticate", timerSpan),
  liveConnections: wholeNumber("HELIO_LIVE_CONNECTIONS", 5_000, "Live view: authenticated connections of this node", {
    min: 1,
    max: 1_000_000,
  }),
  liveConnectionsPerUser: wholeNumber("HELIO_LIVE_CONNECTIONS_PER_USER", 50, "Live view: connections of a user", {
    min: 1,
    max: 1_000_000,
  }),
  liveConnectionsOfLinks: wholeNumber(
    "HELIO_LIVE_CONNECTIONS_OF_LINKS",
    1_000,
    "Live view: of these, connections with links to dashboards",
    { min: 0, max: 1_000_000 },
  ),
  liveConnectionsPerLink: wholeNumber(
    "HELIO_LIVE_CONNECTIONS_PER_LINK",
    100,
    "Live view: connections with one link to a dashboard",
    { min: 1, max: 1_000_000 },
  ),
  livePageDevices: wholeNumber(
    "HELIO_LIVE_PAGE_DEVICES",
    1_000,
    "Live view: devices that a page of a dashboard watches",
    {
      min: 1,
      max: 100_000,
    },
  ),
  livePageChoice: duration(
    "HELIO_LIVE_PAGE_CHOICE",
    "30s",
    "Live view: after so long a page of a dashboard looks for devices that have joined what it shows",
    timerSpan,
  ),
  liveSubscriptions: wholeNumber("HELIO_LIVE_SUBSCRIPTIONS", 1_000, "Live view: subscriptions of a connection", {
    min: 1,
    max: 1_000_000,
  }),
  liveKeys: wholeNumber("HELIO_LIVE_KEYS", 20_000, "Live view: telemetry keys a connection watches", {
    min: 1,
    max: 10_000_000,
  }),
  liveMaxFrame: wholeNumber("HELIO_LIVE_MAX_FRAME", 262_144, "Live view: bytes of a frame that a client sends", {
    min: 1_024,
    max: 16_777_216,
  }),
  liveChanges: wholeNumber(
    "HELIO_LIVE_CHANGES",
    1_000,
    "Live view: changes remembered for a slow reader; with more it is given the whole state again",
    { min: 1, max: 1_000_000 },
  ),
  liveInterval: duration("HELIO_LIVE_INTERVAL", "50ms", "Live view: changes are gathered for so long at least", {
    min: "0ms",
    max: "1h",
  }),
  liveHeartbeat: duration(
    "HELIO_LIVE_HEARTBEAT",
    "30s",
    "Live view: a connection that is silent for one to two of these is cut",
    timerSpan,
  ),
  liveRecheck: duration(
    "HELIO_LIVE_RECHECK",
    "2s",
    "Live view: a permission taken away by another process is noticed within this",
    timerSpan,
  ),
} as const;
