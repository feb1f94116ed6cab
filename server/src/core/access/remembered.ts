import { monotonicMs } from "../../kernel/time.ts";

export interface RecheckLimits {
  /** How long we rely on what the store said: the most by which a change made elsewhere is late. */
  readonly recheckMs: number;
  /** Remembered at most; the others are looked up again. */
  readonly rememberedAtMost: number;
}

interface Entry<Value> {
  readonly value: Value;
  /** By the clock that nobody sets. */
  readonly until: number;
}

/** What the store said a moment ago about who may do what. */
export class Remembered<Key, Value> {
  readonly #limits: RecheckLimits;
  readonly #entries = new Map<Key, Entry<Value>>();
  /** Counts what made entries stale: an answer from before such a change is not remembered. */
  #changes = 0;

  constructor(limits: RecheckLimits) {
    this.#limits = limits;
  }

  /** As remembered, else as it is looked up; what is not there is asked for again the next time. */
  async of<Found extends Value | undefined>(key: Key, lookUp: () => Promise<Found>): Promise<Found | Value> {
    const known = this.#entries.get(key);
    if (known && known.until > monotonicMs()) return known.value;
    const changes = this.#changes;
    const found = await lookUp();
    if (found !== undefined && changes === this.#changes) this.#keep(key, found);
    return found;
  }

  forget(keys: Iterable<Key>): void {
    this.#changes++;
    for (const key of keys) this.#entries.delete(key);
  }

  forgetThose(isStale: (value: Value) => boolean): void {
    this.#changes++;
    for (const [key, { value }] of this.#entries) if (isStale(value)) this.#entries.delete(key);
  }

  #keep(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: monotonicMs() + this.#limits.recheckMs });
    if (this.#entries.size <= this.#limits.rememberedAtMost) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
