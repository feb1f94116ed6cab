import { diskFaultOf, errnoOfSqlite } from "../../../kernel/disk-fault.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { ThreadFault } from "../../../threads/thread-fault.ts";

const retryAfterMs = 1_000;

/** A disk in trouble or a database that is away is a refusal that passes [REL2], anything unexpected a bug. */
export function errorOfThread({ message, stack = message, errcode, refusal }: ThreadFault): Error {
  if (refusal?.fault === "busy") return new AppError(refusal.code, "busy", message, { retryAfterMs, cause: stack });
  if (refusal) return new AppError("TELEMETRY_REFUSED", "conflict", message);
  return diskFaultOf(errnoOfSqlite(errcode), stack) ?? new Error(`telemetry worker: ${stack}`);
}
