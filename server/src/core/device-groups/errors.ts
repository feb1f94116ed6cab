import { type FilterProblem, filterProblems } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";

export const deviceGroupNotFound = (id: string) =>
  new AppError("DEVICE_GROUP_NOT_FOUND", "not-found", `No device group ${id}`);

export const deviceGroupNameTaken = (name: string) =>
  new AppError("DEVICE_GROUP_NAME_TAKEN", "conflict", `A device group named ${name} exists already in this tenant`, {
    params: { name },
  });

export const deviceGroupStale = (name: string, version: number) =>
  new AppError(
    "DEVICE_GROUP_STALE",
    "conflict",
    `Somebody saved ${name} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { name, version } },
  );

export const deviceGroupVersionNeeded = () =>
  new AppError(
    "DEVICE_GROUP_VERSION_NEEDED",
    "invalid",
    "version is required with an id: the one the change was made from",
  );

export const deviceGroupFilterNeeded = () =>
  new AppError("DEVICE_GROUP_FILTER_NEEDED", "invalid", "filter is required for a new device group");

export const deviceGroupFilterInvalid = ({ at, condition, name: kind }: FilterProblem) =>
  new AppError("DEVICE_GROUP_FILTER_INVALID", "invalid", `${at}: ${filterProblems[kind]}`, {
    params: { condition, kind },
  });

export const deviceGroupTooManyConditions = (most: number) =>
  new AppError("DEVICE_GROUP_TOO_MANY_CONDITIONS", "invalid", `filter: at most ${most} conditions are possible`, {
    params: { most },
  });

export const deviceConditionsUnreadable = (problem: string) =>
  new AppError("DEVICE_CONDITIONS_UNREADABLE", "invalid", `where: ${problem}`, { params: { problem } });

export const tooManyDeviceGroups = (most: number) =>
  new AppError("DEVICE_GROUPS_TOO_MANY", "conflict", `A tenant has at most ${most} device groups`, {
    params: { most },
  });
