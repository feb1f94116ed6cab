import type { ArenaMemory } from "./arena.ts";
import { type Columns, emptyColumns, isTextKind, kind } from "./columns.ts";

/** The points of a series in one arena; of two arenas the higher generation has the later writes. */
export interface Head {
  readonly generation: number;
  readonly columns: Columns;
}

/** Room for the answers, used again for each: most heads are small and read one after the other. */
class Scratch {
  points = new Uint32Array(0);
  ts = new Float64Array(0);
  kinds = new Uint8Array(0);
  numbers = new Float64Array(0);

  constructor(capacity: number) {
    this.grow(capacity);
  }

  grow(capacity: number): void {
    const { points } = this;
    this.points = new Uint32Array(capacity);
    this.points.set(points);
    this.ts = new Float64Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.numbers = new Float64Array(capacity);
  }
}

/** Reads the heads of series, from any thread, without stopping the writer. An answer is valid until the next one. */
export class ArenaReader {
  readonly #memory: ArenaMemory;
  readonly #text: Buffer;
  readonly #textView: DataView;
  readonly #scratch = new Scratch(1024);
  #lastText = "";
  #lastTextAt = -1;

  constructor(memory: ArenaMemory) {
    this.#memory = memory;
    this.#text = Buffer.from(memory.text.buffer);
    this.#textView = new DataView(memory.text.buffer);
  }

  #generation(): number {
    return Atomics.load(this.#memory.header, 0);
  }

  /**
   * The points of a series with `from` ≤ time < `to`, ascending, the later write for an equal time. When the arena is
   * emptied meanwhile, its points have become blocks, which are read afterwards: then nothing is found here.
   */
  read(series: number, from: number, to: number): Head {
    for (;;) {
      const generation = this.#generation();
      if (generation === 0) return { generation, columns: emptyColumns() };
      const columns = this.#tryGather(series, from, to, generation);
      if (columns !== undefined && this.#generation() === generation) return { generation, columns };
    }
  }

  /** What is read while the arena is emptied or a point deleted may make no sense; then it is read again. */
  #tryGather(series: number, from: number, to: number, generation: number): Columns | undefined {
    try {
      return this.#gather(series, from, to);
    } catch (error) {
      if (this.#generation() === generation) throw error;
      return undefined;
    }
  }

  #gather(series: number, from: number, to: number): Columns | undefined {
    const { ts, kinds, previous, newest } = this.#memory;
    let { points } = this.#scratch;
    let count = 0;
    let descending = true;
    let last = Number.POSITIVE_INFINITY;
    const first = newest[series] as number;
    if (!this.#isPublished(first)) return undefined;
    for (let i = first; i !== 0; i = previous[i - 1] as number) {
      const time = ts[i - 1] as number;
      if (time < from || time >= to || kinds[i - 1] === kind.none) continue;
      if (time >= last) descending = false;
      last = time;
      if (count === points.length) {
        this.#scratch.grow(count * 2);
        points = this.#scratch.points;
      }
      points[count++] = i - 1;
    }
    if (count === 0) return emptyColumns();
    const newestFirst = points.subarray(0, count);
    return this.#columnsOf(descending ? newestFirst.reverse() : this.#sorted(newestFirst));
  }

  /** The writer links points one by one and publishes them together, within moments. */
  #isPublished(newest: number): boolean {
    return newest <= Atomics.load(this.#memory.header, 1);
  }

  /** Ascending by time; of several points with one time the one that arrived last. */
  #sorted(points: Uint32Array): Uint32Array {
    const { ts } = this.#memory;
    const order = Array.from(points).reverse(); // nearly ascending already, which the sort makes use of
    order.sort((a, b) => (ts[a] as number) - (ts[b] as number) || a - b);
    return Uint32Array.from(order.filter((point, i) => ts[point] !== ts[order[i + 1] ?? -1]));
  }

  /** Undefined when a point was deleted since it was found. */
  #columnsOf(points: Uint32Array): Columns | undefined {
    const { ts: allTs, kinds: allKinds, numbers: allNumbers } = this.#memory;
    const { ts, kinds, numbers } = this.#scratch;
    const texts: string[] = [];
    this.#lastTextAt = -1;
    for (let i = 0; i < points.length; i++) {
      const point = points[i] as number;
      const of = allKinds[point] as number;
      if (of === kind.none) return undefined;
      const number = allNumbers[point] as number;
      ts[i] = allTs[point] as number;
      kinds[i] = of;
      numbers[i] = isTextKind(of) ? texts.push(this.#textAt(number)) - 1 : number;
    }
    const count = points.length;
    return { ts: ts.subarray(0, count), kinds: kinds.subarray(0, count), numbers: numbers.subarray(0, count), texts };
  }

  /** A state often repeats; then the string made for the previous point serves again. */
  #textAt(offset: number): string {
    if (this.#lastTextAt >= 0 && this.#isSameText(this.#lastTextAt, offset)) return this.#lastText;
    const start = offset + 4;
    this.#lastText = this.#text.toString("utf8", start, start + this.#textView.getUint32(offset, true));
    this.#lastTextAt = offset;
    return this.#lastText;
  }

  #isSameText(a: number, b: number): boolean {
    const length = this.#textView.getUint32(a, true);
    if (this.#textView.getUint32(b, true) !== length || length > 64) return false;
    const text = this.#memory.text;
    for (let i = 4; i < 4 + length; i++) if (text[a + i] !== text[b + i]) return false;
    return true;
  }
}
