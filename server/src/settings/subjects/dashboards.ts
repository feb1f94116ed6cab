import { duration, longSpan, optionalText, wholeNumber } from "../setting-kinds.ts";

/** Dashboards, and what a page may ask for at once. */
export const dashboardsSettings = {
  dashboardsPerTenant: wholeNumber(
    "HELIO_DASHBOARDS_PER_TENANT",
    1_000,
    "Dashboards a tenant may have, those in the trash counted",
    { min: 1, max: 100_000 },
  ),
  dashboardLimit: wholeNumber("HELIO_DASHBOARD_LIMIT", 2_097_152, "Bytes of a dashboard that is saved or imported", {
    min: 65_536,
    max: 33_554_432,
  }),
  dashboardVersions: wholeNumber("HELIO_DASHBOARD_VERSIONS", 100, "Versions that are kept of a dashboard", {
    min: 1,
    max: 10_000,
  }),
  dashboardVersionBytes: wholeNumber(
    "HELIO_DASHBOARD_VERSION_BYTES",
    16_777_216,
    "Bytes of all versions that are kept of a dashboard; the newest is kept however large it is",
    { min: 65_536, max: 1_073_741_824 },
  ),
  dashboardTrash: duration(
    "HELIO_DASHBOARD_TRASH",
    "30d",
    "So long a deleted dashboard can be taken out of the trash",
    longSpan,
  ),
  sharesPerDashboard: wholeNumber(
    "HELIO_SHARES_PER_DASHBOARD",
    50,
    "Links that show a dashboard to people without an account, of one dashboard; 0: none can be made",
    { min: 0, max: 1_000 },
  ),
  shareRequests: wholeNumber(
    "HELIO_SHARE_REQUESTS",
    240,
    "Requests a minute with one such link from one IPv4 address or IPv6 /64",
    { min: 10, max: 100_000 },
  ),
  shareLockout: duration(
    "HELIO_SHARE_LOCKOUT",
    "15min",
    "So long an address is refused at a link after `HELIO_LOGIN_REFUSE_FROM` wrong passwords there",
    { min: "1s", max: "1d" },
  ),
  shareGuesses: wholeNumber(
    "HELIO_SHARE_GUESSES",
    100,
    "Wrong passwords an hour for one such link, from everywhere, before each address has a single try",
    { min: 1, max: 1_000_000 },
  ),
  shareMapRequests: wholeNumber(
    "HELIO_SHARE_MAP_REQUESTS",
    3_000,
    "Parts of a map a minute with one such link from one IPv4 address or IPv6 /64",
    { min: 10, max: 1_000_000 },
  ),
  sharePlaces: wholeNumber(
    "HELIO_SHARE_PLACES",
    4,
    "Pages read at once with one such link; all links of a tenant have the places of one user (`HELIO_READ_PLACES`)",
    { min: 1, max: 10_000 },
  ),
  map: optionalText(
    "HELIO_MAP",
    "Which .pmtiles file of the folder `maps` in the data folder lies beneath maps; the first by name where nothing is said",
  ),
  mapRange: wholeNumber("HELIO_MAP_RANGE", 2_097_152, "Bytes of a map that one request reads", {
    min: 65_536,
    max: 67_108_864,
  }),
  queryDevices: wholeNumber("HELIO_QUERY_DEVICES", 10_000, "Devices that one question of a page is about", {
    min: 1,
    max: 100_000,
  }),
  querySeries: wholeNumber("HELIO_QUERY_SERIES", 2_000, "Series that one request of a page reads", {
    min: 1,
    max: 100_000,
  }),
  queryLatest: wholeNumber("HELIO_QUERY_LATEST", 100_000, "Newest values that one request of a page looks up", {
    min: 1,
    max: 10_000_000,
  }),
  queryPoints: wholeNumber(
    "HELIO_QUERY_POINTS",
    10_000_000,
    "Points that one question of a page is made of, whether it is told each of them or not",
    { min: 1_000, max: 10_000_000_000 },
  ),
  queryValues: wholeNumber("HELIO_QUERY_VALUES", 1_000_000, "Values that one request of a page is answered with", {
    min: 1_000,
    max: 100_000_000,
  }),
} as const;
