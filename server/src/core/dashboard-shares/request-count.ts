import type { EpochMs } from "../../kernel/time.ts";

const minuteMs = 60_000;
/** Counted at most; beyond, the one counted first begins anew. */
const countedAtMost = 50_000;

/** How often somebody came within a minute. */
export class RequestCount {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  /** How long until the next minute, where this is one too many; 0 where it is not. */
  count(who: string, most: number, now: EpochMs): number {
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(who) ?? 0) + 1;
    this.#counts.set(who, count);
    const oldest = this.#counts.size > countedAtMost ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    return count <= most ? 0 : (minute + 1) * minuteMs - now;
  }
}
