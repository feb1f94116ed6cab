import { ThreadLine } from "../../../threads/thread-line.ts";
import { takenOverCode } from "../errors.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";
import { errorOfThread } from "./thread-error.ts";

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
      const error = errorOfThread(fault);
      if (fault.refusal?.code === takenOverCode) onLost(error);
      return error;
    },
    onLost,
    onNotice: onDamage,
  });
