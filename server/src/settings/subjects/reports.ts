import { duration, longSpan, optionalText, wholeNumber } from "../setting-kinds.ts";

/** What is put together and kept as a file. */
export const reportsSettings = {
  reportsPerTenant: wholeNumber("HELIO_REPORTS_PER_TENANT", 200, "Reports a tenant may have", { min: 1, max: 10_000 }),
  reportFiles: wholeNumber(
    "HELIO_REPORT_FILES_PER_TENANT",
    1_000,
    "Reports of a tenant that were made and are kept; beyond that the oldest go",
    { min: 1, max: 100_000 },
  ),
  reportRetention: duration("HELIO_REPORT_RETENTION", "90d", "A report that was made is kept so long", longSpan),
  reportRows: wholeNumber("HELIO_REPORT_ROWS", 1_000_000, "Rows of a report; one with more is not made", {
    min: 1,
    max: 20_000_000,
  }),
  reportColumns: wholeNumber("HELIO_REPORT_COLUMNS", 200, "Columns of a report; one with more is not made", {
    min: 4,
    max: 16_384,
  }),
  reportDevices: wholeNumber("HELIO_REPORT_DEVICES", 1_000, "Devices in a report; one with more is not made", {
    min: 1,
    max: 100_000,
  }),
  reportBytes: wholeNumber("HELIO_REPORT_BYTES", 104_857_600, "Bytes of a report; one with more is not made", {
    min: 1_024,
    max: 4_294_967_295,
  }),
  reportMailBytes: wholeNumber(
    "HELIO_REPORT_MAIL_BYTES",
    5_000_000,
    "Reports up to so many bytes are attached to mails; larger ones are linked",
    { min: 0, max: 100_000_000 },
  ),
  browser: optionalText(
    "HELIO_BROWSER",
    "Program of a Chromium that prints dashboards for reports; without it, one that is installed is looked for",
  ),
  reportBrowserTimeout: duration(
    "HELIO_REPORT_BROWSER_TIMEOUT",
    "2min",
    "A dashboard has to be drawn and printed within",
    { min: "1s", max: "1h" },
  ),
  reportBrowserMemory: wholeNumber(
    "HELIO_REPORT_BROWSER_MEMORY",
    1_073_741_824,
    "Bytes of memory the browser may take for a report; with more it is ended",
    { min: 134_217_728, max: 68_719_476_736 },
  ),
} as const;
