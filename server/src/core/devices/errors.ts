import { AppError } from "../../kernel/errors.ts";

export const deviceNotFound = (deviceId: string) =>
  new AppError("DEVICE_NOT_FOUND", "not-found", `No device ${deviceId}`);

export const deviceNameTaken = (name: string) =>
  new AppError("DEVICE_NAME_TAKEN", "conflict", `A device named ${name} exists already in this tenant`);

/** Does not say whose: the other device may be another tenant's. */
export const deviceTokenTaken = () =>
  new AppError("DEVICE_TOKEN_TAKEN", "conflict", "credentialsId is in use already, choose another one");

export const importHeaderInvalid = (problem: string) =>
  new AppError("IMPORT_HEADER_INVALID", "invalid", `The CSV cannot be read: ${problem}`);

export const importTooManyRows = (limit: number) =>
  new AppError("IMPORT_TOO_MANY_ROWS", "too-large", `The CSV has more than ${limit} rows; import it in parts`);
