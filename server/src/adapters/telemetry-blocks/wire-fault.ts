import { AppError } from "../../kernel/errors.ts";
import type { WireFault } from "./messages.ts";

/** SQLite's primary result codes for "no space left" and for a write the operating system refused. */
const sqliteFull = 13;
const sqliteIoError = 10;
const retryAfterMs = 5_000;

const sqliteCodeOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "errcode" in error ? Number(error.errcode) & 0xff : 0;

/** An error as it travels to the main thread. */
export function faultOf(error: unknown): WireFault {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (error instanceof AppError) return { kind: "conflict", message: error.message };
  const code = sqliteCodeOf(error);
  return { kind: code === sqliteFull || code === sqliteIoError ? "full" : "failed", message };
}

/** The same on the main thread: a full disk is a refusal that passes [REL2], anything else a bug. */
export function errorOf(fault: WireFault): Error {
  if (fault.kind === "failed") return new Error(`telemetry worker: ${fault.message}`);
  if (fault.kind === "conflict") return new AppError("TELEMETRY_REFUSED", "conflict", fault.message);
  return new AppError("TELEMETRY_DISK_FULL", "busy", "The disk is full: nothing of this was stored, try again later", {
    retryAfterMs,
    details: { cause: fault.message },
  });
}

export const storeStopping = (): AppError =>
  new AppError("TELEMETRY_STOPPING", "busy", "The telemetry store is stopping, try again later", { retryAfterMs });
