import { AppError } from "../../kernel/errors.ts";

export const deviceTypeNotFound = (id: string) =>
  new AppError("DEVICE_TYPE_NOT_FOUND", "not-found", `No device type ${id}`);

export const deviceTypeNameTaken = (name: string) =>
  new AppError("DEVICE_TYPE_NAME_TAKEN", "conflict", `A device type named ${name} exists already in this tenant`, {
    params: { name },
  });

export const deviceTypesTooMany = (most: number) =>
  new AppError("DEVICE_TYPES_TOO_MANY", "conflict", `A tenant has at most ${most} device types`, { params: { most } });

export const deviceTypeStale = (name: string, version: number) =>
  new AppError(
    "DEVICE_TYPE_STALE",
    "conflict",
    `Somebody saved ${name} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { name, version } },
  );

export const deviceTypeInUse = (name: string, devices: number) =>
  new AppError(
    "DEVICE_TYPE_IN_USE",
    "conflict",
    `${devices === 1 ? "One device is" : `${devices} devices are`} of the type ${name}; give them another one first`,
    { params: { name, devices } },
  );

export const deviceTypeIsDefault = (name: string) =>
  new AppError(
    "DEVICE_TYPE_IS_DEFAULT",
    "conflict",
    `${name} is the default type; make another one the default first`,
    { params: { name } },
  );

export const deviceTypeInvalid = (problem: string) =>
  new AppError("DEVICE_TYPE_INVALID", "invalid", `The device type makes no sense: ${problem}`);
