import { AppError } from "../../kernel/errors.ts";

export const deviceNotFound = (deviceId: string) =>
  new AppError("DEVICE_NOT_FOUND", "not-found", `No device ${deviceId}`, { params: { id: deviceId } });

export const deviceNameTaken = (name: string) =>
  new AppError("DEVICE_NAME_TAKEN", "conflict", `A device named ${name} exists already in this tenant`, {
    params: { name },
  });

/** Does not say whose, nor whether it is anybody's: the other device may be another tenant's [DEV4]. */
export const deviceTokenTaken = () =>
  new AppError("DEVICE_TOKEN_TAKEN", "conflict", "This access token cannot be used, choose another one");

export const deviceTokenTooShort = (minLength: number) =>
  new AppError("DEVICE_TOKEN_TOO_SHORT", "invalid", `An access token needs at least ${minLength} characters`, {
    params: { minLength },
  });

export const tooManyTokensTaken = (retryAfterMs: number) =>
  new AppError(
    "DEVICE_TOKENS_REFUSED",
    "too-many",
    "Too many access tokens that cannot be used; leave them out and they are made up, or try again later",
    { retryAfterMs },
  );

export const choiceUnclear = () =>
  new AppError("CHOICE_UNCLEAR", "invalid", "Name the devices by one of deviceIds, filter and all: true");

export const choiceBoundless = () =>
  new AppError(
    "CHOICE_BOUNDLESS",
    "invalid",
    "filter has no condition and would match every device; send all: true if that is meant",
  );

export const moveTooMany = (found: number, most: number) =>
  new AppError("MOVE_TOO_MANY", "invalid", `The filter matches ${found} devices; one request moves at most ${most}`, {
    params: { found, most },
  });

/** `kind`: for who tells the problem in other words; `columns`: which it is about. */
export const importHeaderInvalid = (problem: string, kind: string, columns = "", known = "") =>
  new AppError("IMPORT_HEADER_INVALID", "invalid", `The CSV cannot be read: ${problem}`, {
    params: { kind, columns, known },
  });

export const importTooManyRows = (limit: number) =>
  new AppError("IMPORT_TOO_MANY_ROWS", "too-large", `The CSV has more than ${limit} rows; import it in parts`, {
    params: { limit },
  });

export const deviceTypeAmbiguous = (type: string, byId: string) =>
  new AppError(
    "DEVICE_TYPE_AMBIGUOUS",
    "invalid",
    `type says ${type} and deviceProfileId says ${byId}; name the type once`,
  );
