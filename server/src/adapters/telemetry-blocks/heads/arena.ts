import { kind } from "../columns.ts";
import type { FrameTarget } from "../frames/apply-frame.ts";

/** How much one of the two arenas holds before it is sealed and turned into blocks. */
export interface ArenaSize {
  readonly points: number;
  readonly textBytes: number;
  /** Series ids below this number; memory is touched only for those that exist. */
  readonly series: number;
}

/**
 * The heads of all series, in memory that every thread can read: points in the order of arrival, each pointing at the
 * previous one of its series. Appending costs the same for one series and for a million, memory is fixed, and nothing
 * of it burdens the garbage collector.
 */
export interface ArenaMemory {
  readonly size: ArenaSize;
  /** [0] the generation, 0 while the arena is being emptied; [1] how many points are published. */
  readonly header: Int32Array<SharedArrayBuffer>;
  readonly ts: Float64Array<SharedArrayBuffer>;
  readonly numbers: Float64Array<SharedArrayBuffer>;
  readonly kinds: Uint8Array<SharedArrayBuffer>;
  /** 1 + the previous point of the same series; 0: none. */
  readonly previous: Int32Array<SharedArrayBuffer>;
  /** For each series 1 + its newest point; 0: none. */
  readonly newest: Int32Array<SharedArrayBuffer>;
  /** Texts: their length (4 bytes) and their bytes. */
  readonly text: Uint8Array<SharedArrayBuffer>;
}

export const createArenaMemory = (size: ArenaSize): ArenaMemory => ({
  size,
  header: new Int32Array(new SharedArrayBuffer(8)),
  ts: new Float64Array(new SharedArrayBuffer(8 * size.points)),
  numbers: new Float64Array(new SharedArrayBuffer(8 * size.points)),
  kinds: new Uint8Array(new SharedArrayBuffer(size.points)),
  previous: new Int32Array(new SharedArrayBuffer(4 * size.points)),
  newest: new Int32Array(new SharedArrayBuffer(4 * size.series)),
  text: new Uint8Array(new SharedArrayBuffer(size.textBytes)),
});

/** The writer's side of an arena; only the writer thread changes it. */
export class Arena implements FrameTarget {
  readonly memory: ArenaMemory;
  readonly #textView: DataView;
  #points = 0;
  #textBytes = 0;
  /** The series that have points here; there are never more of them than points. */
  readonly #touched: Uint32Array;
  #touchedCount = 0;
  generation = 0;

  constructor(memory: ArenaMemory) {
    this.memory = memory;
    this.#textView = new DataView(memory.text.buffer);
    this.#touched = new Uint32Array(memory.size.points);
  }

  get isEmpty(): boolean {
    return this.#points === 0;
  }

  has(series: number): boolean {
    return this.memory.newest[series] !== 0;
  }

  /** The series that have points here, ascending. */
  touched(): Uint32Array {
    return this.#touched.slice(0, this.#touchedCount).sort();
  }

  hasRoom(points: number, textBytes: number): boolean {
    const { size } = this.memory;
    return this.#points + points <= size.points && this.#textBytes + textBytes <= size.textBytes;
  }

  push(series: number, ts: number, of: number, number: number): void {
    const { memory } = this;
    const i = this.#points++;
    const previous = memory.newest[series] as number;
    memory.ts[i] = ts;
    memory.numbers[i] = number;
    memory.kinds[i] = of;
    memory.previous[i] = previous;
    if (previous === 0) this.#touched[this.#touchedCount++] = series;
    memory.newest[series] = i + 1;
  }

  pushText(series: number, ts: number, of: number, text: Uint8Array): void {
    const at = this.#textBytes;
    this.#textView.setUint32(at, text.length, true);
    this.memory.text.set(text, at + 4);
    this.#textBytes = at + 4 + text.length;
    this.push(series, ts, of, at);
  }

  /** Everything pushed so far may be read: whoever sees the number sees the points. One fence per frame, not per point. */
  publish(): void {
    Atomics.store(this.memory.header, 1, this.#points);
  }

  /** Marks the points of the range as deleted, where they are. */
  remove(series: number, from: number, to: number): void {
    const { newest, previous, ts, kinds } = this.memory;
    for (let i = newest[series] as number; i !== 0; i = previous[i - 1] as number) {
      const time = ts[i - 1] as number;
      if (time >= from && time < to) kinds[i - 1] = kind.none;
    }
  }

  /** The series' points are in blocks now; readers find them there. */
  release(series: number): void {
    Atomics.store(this.memory.newest, series, 0);
  }

  begin(generation: number): void {
    this.generation = generation;
    Atomics.store(this.memory.header, 0, generation);
  }

  /** Empties the arena; a reader that was in the middle of it sees the generation change and starts over. */
  clear(): void {
    Atomics.store(this.memory.header, 0, 0);
    for (let i = 0; i < this.#touchedCount; i++) this.memory.newest[this.#touched[i] as number] = 0;
    this.#touchedCount = 0;
    this.#points = 0;
    this.#textBytes = 0;
    this.publish();
  }
}
