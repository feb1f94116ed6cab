import { AppError } from "../../kernel/errors.ts";
import type { DashboardHead } from "./dashboard.ts";

export const dashboardNotFound = (id: string) => new AppError("DASHBOARD_NOT_FOUND", "not-found", `No dashboard ${id}`);

export const dashboardVersionNotFound = (version: number) =>
  new AppError(
    "DASHBOARD_VERSION_NOT_FOUND",
    "not-found",
    `The dashboard has no version ${version}, or none any more`,
    {
      params: { version },
    },
  );

export const homeDashboardNotSet = () =>
  new AppError("DASHBOARD_HOME_NOT_SET", "not-found", "No dashboard was chosen to open first");

export const dashboardsTooMany = (most: number) =>
  new AppError(
    "DASHBOARDS_TOO_MANY",
    "conflict",
    `A tenant has at most ${most} dashboards, those in the trash counted; delete some, and empty the trash`,
    { params: { most } },
  );

export const dashboardVersionNeeded = () =>
  new AppError("DASHBOARD_VERSION_NEEDED", "invalid", "version: send the version your change was made from");

export const dashboardStale = ({ title, version, savedBy, savedTime }: DashboardHead) =>
  new AppError(
    "DASHBOARD_STALE",
    "conflict",
    `${savedBy ?? "Somebody"} saved ${title} meanwhile; it is at version ${version} now. Load it and put both together`,
    { params: { name: title, version, savedBy: savedBy ?? "", savedTime } },
  );

export const dashboardInvalid = (problem: string) =>
  new AppError("DASHBOARD_INVALID", "invalid", `The dashboard makes no sense: ${problem}`);
