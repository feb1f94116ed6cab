import type { Direction, Span } from "../blocks/point-cursor.ts";
import { type Columns, emptyColumns, isTextKind, kind } from "../columns.ts";
import type { ArenaMemory } from "./arena.ts";
import { ArenaTexts } from "./arena-texts.ts";
import { HeadOrders } from "./head-orders.ts";

/** Points of a series in one arena; of two arenas the higher generation has the later writes. */
export interface Head {
  readonly generation: number;
  readonly columns: Columns;
}

/** Which points of a head are wanted: those of the span, and of these the first `limit` in the direction. */
export interface HeadQuery extends Span {
  readonly direction: Direction;
  readonly limit: number;
}

/** Room for the answers, used again for each: most heads are small and read one after the other. */
class Scratch {
  ts = new Float64Array(1024);
  kinds = new Uint8Array(1024);
  numbers = new Float64Array(1024);

  reserve(points: number): void {
    if (points <= this.ts.length) return;
    const capacity = Math.max(points, this.ts.length * 2);
    this.ts = new Float64Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.numbers = new Float64Array(capacity);
  }
}

/** Reads the heads of series, from any thread, without stopping the writer. An answer is valid until the next one. */
export class ArenaReader {
  readonly #memory: ArenaMemory;
  readonly #texts: ArenaTexts;
  readonly #orders: HeadOrders;
  readonly #scratch = new Scratch();

  constructor(memory: ArenaMemory) {
    this.#memory = memory;
    this.#texts = new ArenaTexts(memory.text);
    this.#orders = new HeadOrders(memory);
  }

  #generation(): number {
    return Atomics.load(this.#memory.header, 0);
  }

  /**
   * Points ascending by time, the later write for an equal time. When the arena is emptied meanwhile, its points have
   * become blocks, which are read afterwards: then nothing is found here.
   */
  read(series: number, query: HeadQuery): Head {
    for (;;) {
      const generation = this.#generation();
      if (generation === 0) return { generation, columns: emptyColumns() };
      const columns = this.#tryGather(series, query, generation);
      if (columns !== undefined && this.#generation() === generation) return { generation, columns };
    }
  }

  /** What is read while the arena is emptied may make no sense; then it is read again. */
  #tryGather(series: number, query: HeadQuery, generation: number): Columns | undefined {
    try {
      return this.#gather(series, query, generation);
    } catch (error) {
      if (this.#generation() === generation) throw error;
      return undefined;
    }
  }

  #gather(series: number, query: HeadQuery, generation: number): Columns | undefined {
    const newest = this.#memory.newest[series] as number;
    if (newest === 0) return emptyColumns();
    if (!this.#isPublished(newest)) return undefined;
    const order = this.#orders.of(series, newest, generation);
    const low = this.#firstAtOrAfter(order, query.from);
    const high = this.#firstAtOrAfter(order, query.to);
    return this.#columnsOf(this.#wanted(order.subarray(low, high), query));
  }

  /** The writer links points one by one and publishes them together, within moments. */
  #isPublished(newest: number): boolean {
    return newest <= Atomics.load(this.#memory.header, 1);
  }

  #firstAtOrAfter(order: Uint32Array, ts: number): number {
    const { ts: times } = this.#memory;
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[order[middle] as number] as number) >= ts) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The part of the span that has `limit` points in it which are not deleted. */
  #wanted(order: Uint32Array, { direction, limit }: HeadQuery): Uint32Array {
    if (order.length <= limit) return order;
    const { kinds } = this.#memory;
    const [first, step] = direction === "ASC" ? [0, 1] : [order.length - 1, -1];
    let end = first;
    for (let left = limit; left > 0 && end >= 0 && end < order.length; end += step) {
      if (kinds[order[end] as number] !== kind.none) left--;
    }
    return direction === "ASC" ? order.subarray(0, end) : order.subarray(end + 1);
  }

  #columnsOf(points: Uint32Array): Columns {
    this.#scratch.reserve(points.length);
    const { ts: allTs, kinds: allKinds, numbers: allNumbers } = this.#memory;
    const { ts, kinds, numbers } = this.#scratch;
    const texts: string[] = [];
    let count = 0;
    this.#texts.startOver();
    for (let i = 0; i < points.length; i++) {
      const point = points[i] as number;
      const of = allKinds[point] as number;
      if (of === kind.none) continue;
      const number = allNumbers[point] as number;
      ts[count] = allTs[point] as number;
      kinds[count] = of;
      numbers[count++] = isTextKind(of) ? texts.push(this.#texts.at(number)) - 1 : number;
    }
    return { ts: ts.subarray(0, count), kinds: kinds.subarray(0, count), numbers: numbers.subarray(0, count), texts };
  }
}
