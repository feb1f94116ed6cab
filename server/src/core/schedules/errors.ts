import { AppError } from "../../kernel/errors.ts";

export const scheduleNotFound = (id: string) => new AppError("SCHEDULE_NOT_FOUND", "not-found", `No schedule ${id}`);

export const scheduleNameTaken = (name: string) =>
  new AppError("SCHEDULE_NAME_TAKEN", "conflict", `A schedule named ${name} exists already in this tenant`, {
    params: { name },
  });

export const scheduleStale = (name: string, version: number) =>
  new AppError(
    "SCHEDULE_STALE",
    "conflict",
    `Somebody saved ${name} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { name, version } },
  );

export const scheduleVersionNeeded = () =>
  new AppError(
    "SCHEDULE_VERSION_NEEDED",
    "invalid",
    "version is required with an id: the one the change was made from",
  );

export const tooManySchedules = (most: number) =>
  new AppError("SCHEDULES_TOO_MANY", "conflict", `A tenant has at most ${most} schedules`, { params: { most } });

/** What of a time is wrong: pages have words of their own for each. */
export type TimeFault = "FIELDS" | "MINUTE" | "HOUR" | "DAY" | "MONTH" | "WEEKDAY" | "EXPRESSION" | "DATE";

export const scheduleTimeInvalid = (kind: TimeFault, value: string, reason: string) =>
  new AppError("SCHEDULE_TIME_INVALID", "invalid", `timing: ${reason}`, { params: { kind, value } });

export const scheduleNeverRuns = (kind: "PAST" | "NO_SUCH_DAY", reason: string) =>
  new AppError("SCHEDULE_NEVER_RUNS", "invalid", `timing: it would never run: ${reason}`, { params: { kind } });

export const scheduleZoneUnknown = (timeZone: string) =>
  new AppError("SCHEDULE_ZONE_UNKNOWN", "invalid", `timeZone: ${timeZone} is no time zone`, { params: { timeZone } });

export const scheduleRunning = (name: string) =>
  new AppError("SCHEDULE_RUNNING", "conflict", `A run of ${name} is still under way`, { params: { name } });

/** It would run in the name of somebody who is in the tenant for minutes. */
export const scheduleNeedsMember = () =>
  new AppError(
    "SCHEDULE_NEEDS_MEMBER",
    "forbidden",
    "A schedule runs in the name of who saves it, and a visit ends; a user of the tenant has to save it",
  );

/** Nobody, or somebody who is not there: `kind` says who. */
export const scheduleTellsNobody = (kind: string, id: string, reason: string) =>
  new AppError("SCHEDULE_TELLS_NOBODY", "invalid", `action: ${reason}`, { params: { kind, id } });
