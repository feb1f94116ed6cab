import { AppError } from "../../kernel/errors.ts";

export const noteNotFound = (id: string) => new AppError("NOTE_NOT_FOUND", "not-found", `No note ${id}`);

export const noteStale = (version: number) =>
  new AppError(
    "NOTE_STALE",
    "conflict",
    `Somebody saved this note meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { version } },
  );

export const noteVersionNeeded = () =>
  new AppError("NOTE_VERSION_NEEDED", "invalid", "version is required with an id: the one the change was made from");

export const noteRangeInvalid = () =>
  new AppError("NOTE_RANGE_INVALID", "invalid", "endTs lies before startTs; both are Unix milliseconds");

export const notesTooMany = (most: number) =>
  new AppError("NOTES_TOO_MANY", "conflict", `A tenant has at most ${most} notes; delete some first`, {
    params: { most },
  });
