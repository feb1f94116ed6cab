/** A process that takes part. Its name is new with every start. */
export interface Member {
  readonly node: string;
  /** The number of the log it writes. */
  readonly log: number;
  /** Counts up while it lives. */
  readonly beat: number;
  /** It gives its shards away and gets none: it is stopping, or has not begun to serve. */
  readonly isLeaving: boolean;
}

export interface HeldShard {
  readonly id: number;
  /** A member's name; nothing when it is free; the name of one that is gone until its log is inherited. */
  readonly owner: string;
  /** Counts up whenever it changes hands. */
  readonly epoch: number;
}

/** A log whose member is gone: its points may not be in blocks yet. */
export interface OrphanedLog {
  readonly log: number;
  /** Whose it was; its shards are under that name. */
  readonly owner: string;
}

/** Who takes part and who has what, at one moment of the database. */
export interface ClusterView {
  readonly members: readonly Member[];
  readonly shards: readonly HeldShard[];
  readonly orphans: readonly OrphanedLog[];
}
