import type { RunningTransaction } from "../database.ts";
import type { ChainEnd } from "./audit-chain.ts";

/** Chains whose end is remembered; the others are looked up. */
const endsRemembered = 10_000;

/**
 * Where this process left the chains it writes to. Known as long as nothing goes wrong and one transaction at a time
 * ends: a second one waits for the first in the database, and is told there.
 */
export class ChainEnds {
  readonly #ends = new Map<string, ChainEnd>();
  readonly #writing = new Map<string, number>();

  /** The transaction is about to write behind the chain's end. */
  take(chain: string, running: RunningTransaction): ChainEnd | undefined {
    const others = this.#writing.get(chain) ?? 0;
    this.#writing.set(chain, others + 1);
    running.afterEnd(() => this.#leave(chain));
    const end = this.#ends.get(chain);
    this.#ends.delete(chain);
    return others === 0 ? end : undefined;
  }

  /** Of two that were stored one after the other, the news may come the other way round. */
  remember(chain: string, end: ChainEnd): void {
    if (this.#ends.size >= endsRemembered) this.#ends.clear();
    if (end.number > (this.#ends.get(chain)?.number ?? 0)) this.#ends.set(chain, end);
  }

  #leave(chain: string): void {
    const left = (this.#writing.get(chain) ?? 1) - 1;
    if (left > 0) this.#writing.set(chain, left);
    else this.#writing.delete(chain);
  }
}
