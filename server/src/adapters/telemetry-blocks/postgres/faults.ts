import { AppError } from "../../../kernel/errors.ts";
import { notHere, takenOver } from "../errors.ts";

const retryAfterMs = 1_000;

export const newerFormat = (version: number, known: number): AppError =>
  new AppError(
    "TELEMETRY_NEWER_FORMAT",
    "conflict",
    `The points in PostgreSQL were written by a newer version (format ${version}, this one knows ${known}); they were left untouched`,
  );

/** The connection is gone: whether the server has done what it was told, nobody knows. */
export class LineLostError extends Error {
  override readonly name = "LineLostError";
}

const unavailable = (cause: unknown): AppError =>
  new AppError("DATABASE_UNAVAILABLE", "busy", "The database does not answer; try again shortly", {
    retryAfterMs,
    cause,
  });

const diskFull = (cause: unknown): AppError =>
  new AppError("DISK_FULL", "busy", "The disk of the database is full; nothing was stored. Try again later", {
    retryAfterMs,
    cause,
  });

const readOnlyNow = (cause: unknown): AppError =>
  new AppError("DATABASE_READ_ONLY", "busy", "The database can only be read now; nothing was stored. Try again", {
    retryAfterMs,
    cause,
  });

/** The fence divides by the number of its rows: nothing else of ours divides by zero. */
const divisionByZero = "22012";
/** The check of shards takes the root of how many are missing, below zero: nothing else of ours takes one. */
const rootOfNegative = "2201F";
const readOnly = "25006";
/** A full disk; no memory, no connections, no file; the server stops, starts or ended what took too long or stood still; its disk fails. */
const passing = /^(53|57|58|08|40|55P03|25P03)/;

export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** What passes by itself is a refusal that passes [REL2]; the rest is a bug, and stays as it is. */
export function faultOf(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof AppError) return error;
  if (error instanceof LineLostError) return unavailable(error);
  if (code === divisionByZero) return takenOver();
  if (code === rootOfNegative) return notHere();
  if (code === "53100") return diskFull(error);
  if (code === readOnly) return readOnlyNow(error);
  return passing.test(code) ? unavailable(error) : error;
}

/** After these the same connection is of no use: the server ends, or another one writes now. */
export const endsConnection = (error: unknown): boolean =>
  codeOf(error) === readOnly || /^(57P|25P03)/.test(codeOf(error));
