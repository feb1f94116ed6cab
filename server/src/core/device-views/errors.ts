import { AppError } from "../../kernel/errors.ts";

export const deviceViewNotFound = (id: string) =>
  new AppError("DEVICE_VIEW_NOT_FOUND", "not-found", `No view ${id} of the device list`);

export const deviceViewStale = (name: string, version: number) =>
  new AppError(
    "DEVICE_VIEW_STALE",
    "conflict",
    `Somebody saved ${name} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { name, version } },
  );

export const deviceViewVersionNeeded = () =>
  new AppError(
    "DEVICE_VIEW_VERSION_NEEDED",
    "invalid",
    "version is required with an id: the one the change was made from",
  );

export const deviceViewsTooMany = (most: number) =>
  new AppError("DEVICE_VIEWS_TOO_MANY", "conflict", `At most ${most} such views can be saved; delete one first`, {
    params: { most },
  });
