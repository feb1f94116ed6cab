import type { LoggedBatch } from "../../telemetry/index.ts";

/** What was not evaluated whenever it is asked for, and from when on. */
export interface Learning {
  /** What was evaluated beside the points and is not removed yet. */
  readonly isEvaluated: (seq: number) => boolean;
  readonly unseen: () => Iterable<LoggedBatch>;
  /** Resolves when what was decided so far is stored, and what was evaluated removed. */
  readonly stored: () => Promise<void>;
  readonly now: number;
  /** Nothing came of them: only what may happen by itself is made, the rest when something does. There may be very many. */
  readonly isWatch?: boolean;
}
