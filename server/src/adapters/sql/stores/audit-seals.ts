import { AppError } from "../../../kernel/errors.ts";
import type { Database } from "../database.ts";
import { sealBatch, sealedAtOnce } from "./audit-seal-batch.ts";
import { type WaitingRow, waitingAfter } from "./audit-waiting.ts";

/** Puts entries that wait into their chains: one pass at a time, and whoever asks gets one that begins afterwards. */
export class AuditSeals {
  readonly #db: Database;
  readonly #waitingAtMost: number;
  /** Of this process, by chain: committed and not sealed as far as it knows. */
  #left = new Map<string, number>();
  #mayWait = true;
  #last: Promise<unknown> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(db: Database, waitingAtMost: number) {
    this.#db = db;
    this.#waitingAtMost = waitingAtMost;
  }

  /** False where this process left nothing since the last pass; others may have. */
  get mayWait(): boolean {
    return this.#mayWait;
  }

  left(chain: string, entries: number): void {
    this.#mayWait = true;
    this.#left.set(chain, Math.max(0, (this.#left.get(chain) ?? 0) + entries));
  }

  /** Fails when something could not be sealed; everything else is by then. */
  seal(): Promise<void> {
    if (this.#queued !== undefined) return this.#queued;
    const queued = this.#last.then(() => {
      this.#queued = undefined;
      return this.#pass();
    });
    this.#last = queued.catch(() => undefined);
    this.#queued = queued;
    return queued;
  }

  /**
   * Inside a change: where too many wait, because nobody comes to seal them, the change seals some more than it
   * leaves, or fails. So the table stays small, and nobody goes on for days with a log that cannot be written.
   */
  async makeRoom(chain: string, afterCommit: (tell: () => void) => void): Promise<void> {
    if ((this.#left.get(chain) ?? 0) < this.#waitingAtMost) return;
    let [sealed, isFull] = [0, true];
    for (let after = 0; sealed === 0 && isFull; )
      ({ sealed, isFull, last: after } = await sealBatch(this.#db, after, chain));
    afterCommit(() => this.left(chain, -(sealed || this.#waitingAtMost))); // where none are left another one sealed them
  }

  async #pass(): Promise<void> {
    const counted = this.#left;
    this.#left = new Map();
    this.#mayWait = false;
    try {
      await this.#inBatches();
    } catch (error) {
      for (const [chain, entries] of counted) this.left(chain, entries);
      this.#mayWait = true;
      throw error;
    }
  }

  async #inBatches(): Promise<void> {
    if ((await waitingAfter(this.#db.read, 0, 1)).length === 0) return;
    const faults: Error[] = [];
    for (let after = 0, isFull = true; isFull; ) {
      const batch = await this.#batch(after, faults);
      if (batch.illFormed > 0) faults.push(new Error(`${batch.illFormed} rows that wait are no entries`));
      ({ last: after, isFull } = batch);
    }
    if (faults[0]) throw faults[0];
  }

  /** One chain that was touched is no reason for the others to wait. */
  async #batch(after: number, faults: Error[]) {
    try {
      return await sealBatch(this.#db, after);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof AppError) throw error;
      return this.#chainByChain(after, faults);
    }
  }

  async #chainByChain(after: number, faults: Error[]) {
    const waiting = await waitingAfter(this.#db.read, after, sealedAtOnce);
    for (const chain of chainsIn(waiting)) {
      try {
        await sealBatch(this.#db, after, chain);
      } catch (error) {
        if (!(error instanceof Error) || error instanceof AppError) throw error;
        faults.push(new Error(`the chain ${chain} takes no entries: ${error.message}`, { cause: error }));
      }
    }
    const illFormed = waiting.filter(({ row }) => !row).length;
    return { last: waiting.at(-1)?.id ?? after, isFull: waiting.length === sealedAtOnce, illFormed };
  }
}

const chainsIn = (waiting: readonly WaitingRow[]): ReadonlySet<string> =>
  new Set(waiting.flatMap(({ row }) => (row ? [row.chain] : [])));
