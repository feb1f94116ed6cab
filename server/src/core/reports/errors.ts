import { AppError } from "../../kernel/errors.ts";

export const reportNotFound = (id: string) => new AppError("REPORT_NOT_FOUND", "not-found", `No report ${id}`);

export const reportFileNotFound = (id: string) =>
  new AppError("REPORT_FILE_NOT_FOUND", "not-found", `No report was made as ${id}, or it is gone`);

export const reportNameTaken = (name: string) =>
  new AppError("REPORT_NAME_TAKEN", "conflict", `A report named ${name} exists already in this tenant`, {
    params: { name },
  });

export const reportStale = (name: string, version: number) =>
  new AppError(
    "REPORT_STALE",
    "conflict",
    `Somebody saved ${name} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { name, version } },
  );

export const reportVersionNeeded = () =>
  new AppError("REPORT_VERSION_NEEDED", "invalid", "version is required with an id: the one the change was made from");

export const tooManyReports = (most: number) =>
  new AppError("REPORTS_TOO_MANY", "conflict", `A tenant has at most ${most} reports`, { params: { most } });

/** `field` is the place in the request; pages have words of their own for each kind. */
export const reportInvalid = (kind: "RANGE" | "ADDRESS" | "FORMAT", field: string, value: string, reason: string) =>
  new AppError("REPORT_INVALID", "invalid", `${field}: ${reason}`, { params: { kind, field, value } });

export const reportZoneUnknown = (timeZone: string) =>
  new AppError("REPORT_ZONE_UNKNOWN", "invalid", `timeZone: ${timeZone} is no time zone`, { params: { timeZone } });

/** It would hold what somebody sees who is in the tenant for minutes. */
export const reportNeedsMember = () =>
  new AppError(
    "REPORT_NEEDS_MEMBER",
    "forbidden",
    "A report is made in the name of who saves it, and a visit ends; a user of the tenant has to save it",
  );

export const reportRunning = (name: string) =>
  new AppError("REPORT_RUNNING", "conflict", `${name} is being made; wait for it, or cancel its job`, {
    params: { name },
  });

export const reportNotMade = (name: string) =>
  new AppError("REPORT_NOT_MADE", "conflict", `Of ${name} there is no file: it is being made, or could not be`, {
    params: { name },
  });

/** What is more than a report may hold; people choose less. */
const tooLarge = (what: string, most: number, advice: string) =>
  new AppError("REPORT_TOO_LARGE", "invalid", `It has more than ${most} ${what}: ${advice}`, {
    params: { kind: what, what, most },
  });

export const tooManyRows = (most: number) => tooLarge("rows", most, "choose a shorter time, or longer intervals");
export const tooManyColumns = (most: number) => tooLarge("columns", most, "choose fewer channels or functions");
export const tooManyDevices = (most: number) => tooLarge("devices", most, "choose fewer of them");
export const tooManyBytes = (most: number) => tooLarge("bytes", most, "choose a shorter time, or longer intervals");

export const formatUnfit = (kind: string, format: string) =>
  reportInvalid(
    "FORMAT",
    "format",
    format,
    `${format} does not fit ${kind}: a dashboard is written as PDF, and telemetry as CSV or XLSX`,
  );

export const dashboardEmpty = (title: string) =>
  new AppError("REPORT_DASHBOARD_EMPTY", "conflict", `${title} has no widgets: there is nothing to print`, {
    params: { title },
  });

/** Words for who reads reports; what to set is for who runs the server. */
export const browserMissing = (named: string | undefined) =>
  new AppError(
    "REPORT_BROWSER_MISSING",
    "conflict",
    named === undefined
      ? "There is no browser on the server, which a PDF needs: install Chromium, or set HELIO_BROWSER to one"
      : "There is no browser on the server where HELIO_BROWSER says, which a PDF needs",
  );

export const browserCrashed = (why: string) =>
  new AppError(
    "REPORT_BROWSER_CRASHED",
    "conflict",
    `The browser on the server ended before the PDF was there: ${why}`,
    {
      params: { why },
    },
  );

export const browserTooSlow = (ms: number) =>
  new AppError(
    "REPORT_BROWSER_SLOW",
    "conflict",
    `The dashboard was not drawn within ${ms / 1_000} s (HELIO_REPORT_BROWSER_TIMEOUT); choose a shorter time or fewer widgets`,
    { params: { seconds: ms / 1_000 } },
  );

export const browserTooLarge = (bytes: number) =>
  new AppError(
    "REPORT_BROWSER_LARGE",
    "conflict",
    `Drawing the dashboard took more than ${Math.floor(bytes / 1_048_576)} MiB (HELIO_REPORT_BROWSER_MEMORY); choose a shorter time or fewer widgets`,
    { params: { mebibytes: Math.floor(bytes / 1_048_576) } },
  );
