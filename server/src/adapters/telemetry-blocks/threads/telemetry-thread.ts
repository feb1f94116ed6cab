import { diskFaultOf, errnoOfSqlite } from "../../../kernel/disk-fault.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { ThreadFault } from "../../../threads/thread-fault.ts";
import { ThreadLine } from "../../../threads/thread-line.ts";
import { takenOverCode } from "../errors.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";

export interface TelemetryThreadHooks {
  readonly onDamage: (block: DamagedBlock) => void;
  /** Told when the thread ends without having been asked to, or can do nothing any more: another node has the points. */
  readonly onLost: (error: Error) => void;
}

export type TelemetryThread<Request> = ThreadLine<Request, unknown, DamagedBlock>;

export const startTelemetryThread = <Request>(
  file: URL,
  start: WorkerStart,
  { onDamage, onLost }: TelemetryThreadHooks,
): TelemetryThread<Request> =>
  new ThreadLine(file, {
    name: "telemetry worker",
    start,
    errorOf: (fault) => {
      if (fault.refusal?.code === takenOverCode) onLost(new Error(fault.message));
      return errorOf(fault);
    },
    onLost,
    onNotice: onDamage,
  });

const retryAfterMs = 1_000;

/** A disk in trouble or a database that is away is a refusal that passes [REL2], anything unexpected a bug. */
function errorOf({ message, stack = message, errcode, refusal }: ThreadFault): Error {
  if (refusal?.fault === "busy") return new AppError(refusal.code, "busy", message, { retryAfterMs, cause: stack });
  if (refusal) return new AppError("TELEMETRY_REFUSED", "conflict", message);
  return diskFaultOf(errnoOfSqlite(errcode), stack) ?? new Error(`telemetry worker: ${stack}`);
}
