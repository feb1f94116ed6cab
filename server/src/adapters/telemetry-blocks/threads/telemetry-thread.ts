import { diskFaultOf, errnoOfSqlite } from "../../../kernel/disk-fault.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { ThreadFault } from "../../../threads/thread-fault.ts";
import { ThreadLine } from "../../../threads/thread-line.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";

export interface TelemetryThreadHooks {
  readonly onDamage: (block: DamagedBlock) => void;
  /** Told once when the thread ends without having been asked to. */
  readonly onLost: (error: Error) => void;
}

export type TelemetryThread<Request> = ThreadLine<Request, unknown, DamagedBlock>;

export const startTelemetryThread = <Request>(
  file: URL,
  start: WorkerStart,
  { onDamage, onLost }: TelemetryThreadHooks,
): TelemetryThread<Request> =>
  new ThreadLine(file, { name: "telemetry worker", start, errorOf, onLost, onNotice: onDamage });

/** A disk in trouble is a refusal that passes [REL2], anything unexpected a bug. */
function errorOf({ message, stack = message, errcode, refusal }: ThreadFault): Error {
  if (refusal) return new AppError("TELEMETRY_REFUSED", "conflict", message);
  return diskFaultOf(errnoOfSqlite(errcode), stack) ?? new Error(`telemetry worker: ${stack}`);
}
