import type { Teller } from "./outbox.ts";

/** Something a connection watches under an id of the client's choice. */
export interface LiveSubscription extends Teller {
  readonly id: number;
  readonly hasEnded: boolean;
  /** Watches from now on; the state is the first news. */
  start(): void;
  /** Its reader wants no more of it. */
  stop(): void;
  /** Ends, or shows less, where its reader may not see it any more; `isOther`: they may see something else than before. */
  recheck(isOther: boolean): void;
}
