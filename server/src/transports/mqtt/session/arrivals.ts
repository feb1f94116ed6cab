import { systemClock } from "../../../kernel/time.ts";
import type { Seat } from "./roster.ts";

/** When a connection came, in an order that all nodes share. */
export interface Arrival {
  /** Milliseconds, about; greater than of everything the node had heard of by then. */
  readonly at: number;
  readonly node: string;
}

export const isNewer = (one: Arrival, other: Arrival): boolean =>
  one.at > other.at || (one.at === other.at && one.node > other.node);

/**
 * The order in which connections came, over all nodes. Clocks differ: whoever hears of an arrival counts on from it, so that what comes
 * after it is after it everywhere. Those that come at the same moment have some order, the same at every node: one of them stays.
 */
export class Arrivals {
  readonly #node: string;
  readonly #arrivals = new WeakMap<Seat, Arrival>();
  /** Those that do not know yet who else is there. */
  readonly #asking = new Set<Seat>();
  #last = 0;

  constructor(node: string) {
    this.#node = node;
  }

  heard(at: number): void {
    this.#last = Math.max(this.#last, at);
  }

  /** While others are asked: of two that ask at once the newer one stays. */
  async during<T>(seat: Seat, ask: (arrival: Arrival) => Promise<T>): Promise<T> {
    this.#last = Math.max(systemClock(), this.#last + 1);
    const arrival = { at: this.#last, node: this.#node };
    this.#arrivals.set(seat, arrival);
    this.#asking.add(seat);
    return ask(arrival).finally(() => this.#asking.delete(seat));
  }

  of(seat: Seat): Arrival {
    return this.#arrivals.get(seat) ?? { at: 0, node: this.#node };
  }

  /** Whoever has asked everybody makes room for what comes, also for one that some clock calls older. */
  stays(seat: Seat, whoComes: Arrival): boolean {
    return this.#asking.has(seat) && isNewer(this.of(seat), whoComes);
  }
}
