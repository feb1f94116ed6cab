import { duration, places, timerSpan, wholeNumber } from "../setting-kinds.ts";

/** What one request may bring, and how many costly ones run at once. */
export const requestsSettings = {
  bodyLimit: wholeNumber("HELIO_BODY_LIMIT", 1_048_576, "Bytes of a JSON body", { min: 1_024, max: 1_073_741_824 }),
  importLimit: wholeNumber("HELIO_IMPORT_LIMIT", 33_554_432, "Bytes of a CSV import", {
    min: 1_024,
    max: 1_073_741_824,
  }),
  importRows: wholeNumber("HELIO_IMPORT_ROWS", 100_000, "Rows of a CSV import", { min: 1, max: 10_000_000 }),
  deviceTypeLimit: wholeNumber(
    "HELIO_DEVICE_TYPE_LIMIT",
    8_388_608,
    "Bytes of a device type that is saved or imported",
    {
      min: 65_536,
      max: 268_435_456,
    },
  ),
  requestDeadline: duration(
    "HELIO_REQUEST_DEADLINE",
    "30s",
    "A request that could not be answered within so long is answered 503",
    timerSpan,
  ),
  listPlaces: places("HELIO_LIST_PLACES", "8,16,32", "Lists of everything (`limit=-1`) that are sent at once"),
  exportPlaces: places("HELIO_EXPORT_PLACES", "4,8,16", "Exports and archives that are sent at once"),
  exportColumns: wholeNumber("HELIO_EXPORT_COLUMNS", 500, "Channels an export of telemetry has side by side", {
    min: 1,
    max: 10_000,
  }),
  readPlaces: places("HELIO_READ_PLACES", "8,16,32", "Aggregates and long histories of telemetry read at once"),
  importPlaces: places("HELIO_IMPORT_PLACES", "2,4,8", "CSV imports at once"),
  placeWait: duration(
    "HELIO_PLACE_WAIT",
    "30s",
    "Work beyond these places waits so long for one, then the answer is 429",
    timerSpan,
  ),
  placeWaiting: wholeNumber("HELIO_PLACE_WAITING", 100, "Requests of a user that may wait for a place of each kind", {
    min: 0,
    max: 10_000,
  }),
  placeStall: duration(
    "HELIO_PLACE_STALL",
    "15s",
    "An answer of which nothing was read for so long, or an import that does not arrive, is broken off when somebody waits for its place",
    timerSpan,
  ),
} as const;
