import { diskFaultOf, errnoOfSqlite } from "../../../kernel/disk-fault.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { WireFault } from "./messages.ts";

const retryAfterMs = 5_000;

const sqliteCodeOf = (error: unknown): number | undefined =>
  typeof error === "object" && error !== null && "errcode" in error ? Number(error.errcode) : undefined;

/** An error as it travels to the main thread. */
export function faultOf(error: unknown): WireFault {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (error instanceof AppError) return { kind: "conflict", message: error.message };
  const errno = errnoOfSqlite(sqliteCodeOf(error));
  return errno === undefined ? { kind: "failed", message } : { kind: "disk", errno, message };
}

/** The same on the main thread: a disk in trouble is a refusal that passes [REL2], anything else a bug. */
export function errorOf(fault: WireFault): Error {
  if (fault.kind === "conflict") return new AppError("TELEMETRY_REFUSED", "conflict", fault.message);
  const onDisk = fault.kind === "disk" ? diskFaultOf(fault.errno, fault.message) : undefined;
  return onDisk ?? new Error(`telemetry worker: ${fault.message}`);
}

export const storeStopping = (): AppError =>
  new AppError("TELEMETRY_STOPPING", "busy", "The telemetry store is stopping, try again later", { retryAfterMs });
