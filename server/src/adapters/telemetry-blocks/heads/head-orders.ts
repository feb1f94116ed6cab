import { mergeByTime, orderByTime } from "./point-order.ts";

/** Shorter heads are walked again for every read: that costs less than remembering them. */
const worthRemembering = 4_096;

/** What an arena has of these; a part of its memory. */
interface Chains {
  readonly ts: Float64Array;
  /** 1 + the previous point of the same series; 0: none. */
  readonly previous: Int32Array;
}

interface Known {
  /** 1 + the newest point that is in `order`. */
  readonly newest: number;
  readonly order: Uint32Array;
}

/**
 * The points of a series in one arena, in the order of their times. Those of long series are remembered, so that each
 * chunk of a scan costs what it holds and not what the arena holds. A point belongs to one series: all that is
 * remembered is no more than four bytes for each point of the arena.
 */
export class HeadOrders {
  readonly #chains: Chains;
  readonly #known = new Map<number, Known>();
  #generation = 0;
  #walked = new Uint32Array(1024);

  constructor(chains: Chains) {
    this.#chains = chains;
  }

  /** Positions, ascending by time; valid until the next call. `newest` is 1 + the newest point of the series. */
  of(series: number, newest: number, generation: number): Uint32Array {
    if (generation !== this.#generation) this.#known.clear(); // the arena was emptied since
    this.#generation = generation;
    const known = this.#known.get(series);
    if (known?.newest === newest) return known.order;
    const order = this.#extended(known, newest);
    if (order.length >= worthRemembering) this.#known.set(series, { newest, order: order.slice() });
    return order;
  }

  #extended(known: Known | undefined, newest: number): Uint32Array {
    const { ts } = this.#chains;
    const added = orderByTime(this.#walk(newest, known?.newest ?? 0), ts);
    return known ? mergeByTime(known.order, added, ts) : added;
  }

  /** The points up to `newest` and after `known`, as they arrived. */
  #walk(newest: number, known: number): Uint32Array {
    const { previous } = this.#chains;
    let walked = this.#walked;
    let count = 0;
    for (let i = newest; i > known; i = previous[i - 1] as number) {
      if (count === walked.length) walked = this.#grow();
      walked[count++] = i - 1;
    }
    return walked.subarray(0, count).reverse();
  }

  #grow(): Uint32Array<ArrayBuffer> {
    const smaller = this.#walked;
    this.#walked = new Uint32Array(smaller.length * 2);
    this.#walked.set(smaller);
    return this.#walked;
  }
}
