import type { EpochMs } from "../../kernel/time.ts";

/** Where uses are kept. */
export interface UseStore<Id> {
  /** Those that are still there were used then; an earlier time than the stored one changes nothing. */
  noteUse(uses: ReadonlyMap<Id, EpochMs>): Promise<void>;
}

/** When sessions or API keys were last used. Gathered in memory and stored now and then: a write per request would tell no more [AUTH8]. */
export class LastUse<Id> {
  readonly #store: UseStore<Id>;
  #seen = new Map<Id, EpochMs>();

  constructor(store: UseStore<Id>) {
    this.#store = store;
  }

  seen(id: Id, now: EpochMs): void {
    this.#seen.set(id, now);
  }

  /** Of one as it is stored, null where it was never used; what came after counts. */
  lastOf<Stored extends EpochMs | null>({ id, lastUsedTime }: { id: Id; lastUsedTime: Stored }): Stored | EpochMs {
    const seen = this.#seen.get(id);
    return seen === undefined || (lastUsedTime !== null && seen < lastUsedTime) ? lastUsedTime : seen;
  }

  /** Stores what was seen since the last time; what cannot be stored now waits for the next. */
  async keep(): Promise<void> {
    const uses = this.#seen;
    if (uses.size === 0) return;
    this.#seen = new Map();
    try {
      await this.#store.noteUse(uses);
    } catch (error) {
      this.#seen = new Map([...uses, ...this.#seen]);
      throw error;
    }
  }
}
