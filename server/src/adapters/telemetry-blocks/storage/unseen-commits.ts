/** Whoever has passed the log up to a position of its own, beside the blocks. */
export type LogConsumer = "rules" | "calculations" | "receipts";

/** How far a consumer of a log is that nobody writes any more. */
export interface LeftConsumer {
  readonly name: LogConsumer;
  readonly after: number;
}

/** What a consumer had not passed of a commit: the part that is of one shard. */
export interface UnseenPart {
  readonly consumer: LogConsumer;
  readonly shard: number;
  readonly position: number;
  readonly frame: Uint8Array;
}

/** The same as it is found by who has the shard next. */
export interface UnseenCommit {
  readonly id: number;
  readonly consumer: LogConsumer;
  /** In which the shard was the one's that is gone. */
  readonly epoch: number;
  readonly position: number;
  /** Undefined: not what was written. */
  readonly frame: Uint8Array | undefined;
}
