import type { SessionId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Session, SessionStore } from "./session-store.ts";

/** When sessions were last used. Gathered in memory and stored now and then: a write per request would tell no more [AUTH8]. */
export class SessionUse {
  readonly #store: Pick<SessionStore, "noteUse">;
  #seen = new Map<SessionId, EpochMs>();

  constructor(store: Pick<SessionStore, "noteUse">) {
    this.#store = store;
  }

  seen(id: SessionId, now: EpochMs): void {
    this.#seen.set(id, now);
  }

  /** Of a session as it is stored; what came after counts. */
  lastOf({ id, lastUsedTime }: Pick<Session, "id" | "lastUsedTime">): EpochMs {
    const seen = this.#seen.get(id);
    return seen === undefined || seen < lastUsedTime ? lastUsedTime : seen;
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
