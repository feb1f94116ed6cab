import type { AggregateFunction } from "../../../core/telemetry/index.ts";
import type { MergeVisitor } from "../blocks/merge.ts";
import { type Columns, kind } from "../columns.ts";
import { type BlockRow, notCovered } from "../storage/block-row.ts";

/** One bucket's running figures; `min` and `max` are bigint where an integer beyond 2^53 is the extreme. */
interface Figures {
  count: number;
  numbers: number;
  sum: number;
  min: number | bigint;
  max: number | bigint;
}

const noFigures = (): Figures => ({
  count: 0,
  numbers: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
});

function addNumbers(figures: Figures, more: Pick<BlockRow, "numbers" | "sum" | "min" | "max">): void {
  figures.numbers += more.numbers;
  figures.sum += more.sum;
  if (more.min < figures.min) figures.min = more.min;
  if (more.max > figures.max) figures.max = more.max;
}

function addInteger(figures: Figures, value: bigint): void {
  figures.numbers++;
  figures.sum += Number(value);
  if (value < figures.min) figures.min = value;
  if (value > figures.max) figures.max = value;
}

/** Buckets that have something to say, as columns: a hundred thousand of them reach another thread without a copy. */
class Results {
  readonly #ts: Float64Array<ArrayBuffer>;
  readonly #kinds: Uint8Array<ArrayBuffer>;
  readonly #numbers: Float64Array<ArrayBuffer>;
  readonly #texts: string[] = [];
  #length = 0;

  constructor(most: number) {
    this.#ts = new Float64Array(most);
    this.#kinds = new Uint8Array(most).fill(kind.number);
    this.#numbers = new Float64Array(most);
  }

  add(ts: number, value: number | bigint): void {
    const i = this.#length++;
    this.#ts[i] = ts;
    if (typeof value === "bigint") this.#kinds[i] = kind.integer;
    this.#numbers[i] = typeof value === "bigint" ? this.#texts.push(String(value)) - 1 : value;
  }

  columns(): Columns {
    const part = <T extends Float64Array | Uint8Array>(of: T): T => of.subarray(0, this.#length) as T;
    return { ts: part(this.#ts), kinds: part(this.#kinds), numbers: part(this.#numbers), texts: this.#texts };
  }
}

const resultOf: Readonly<Record<AggregateFunction, (figures: Figures) => number | bigint>> = {
  COUNT: ({ count }) => count,
  MIN: ({ min }) => min,
  MAX: ({ max }) => max,
  SUM: ({ sum }) => sum,
  AVG: ({ sum, numbers }) => sum / numbers,
};

/** Folds points, met in ascending order, into buckets; whole blocks inside one bucket by their statistics. */
export class BucketFold implements MergeVisitor {
  readonly done = false;
  readonly #edges: Float64Array;
  readonly #by: AggregateFunction;
  readonly #results: Results;
  #bucket = 0;
  #figures = noFigures();

  constructor(edges: Float64Array, by: AggregateFunction) {
    this.#edges = edges;
    this.#by = by;
    this.#results = new Results(edges.length - 1);
  }

  /** Cursors hand out intact rows only. */
  block(row: BlockRow): boolean {
    this.#moveTo(row.start);
    if (row.end >= this.#bucketEnd()) return false;
    if (row.numbers === notCovered && this.#by !== "COUNT") return false;
    this.#figures.count += row.count;
    if (row.numbers > 0) addNumbers(this.#figures, row);
    return true;
  }

  points(columns: Columns, low: number, high: number): void {
    for (let i = low; i < high; ) {
      this.#moveTo(columns.ts[i] as number);
      i = this.#addUpTo(this.#bucketEnd(), columns, i, high);
    }
  }

  /** Adds the points before `end`; returns where it stopped. Plain local numbers: a million points may pass here. */
  #addUpTo(end: number, columns: Columns, low: number, high: number): number {
    const { ts, kinds, numbers } = columns;
    let added = 0;
    let sum = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let i = low;
    for (; i < high && (ts[i] as number) < end; i++) {
      const of = kinds[i] as number;
      const value = numbers[i] as number;
      if (of <= kind.boolean) {
        added++;
        sum += value;
        if (value < min) min = value;
        if (value > max) max = value;
      } else if (of === kind.integer) addInteger(this.#figures, BigInt(columns.texts[value] as string));
    }
    this.#figures.count += i - low;
    if (added > 0) addNumbers(this.#figures, { numbers: added, sum, min, max });
    return i;
  }

  #bucketEnd(): number {
    return this.#edges[this.#bucket + 1] as number;
  }

  #moveTo(ts: number): void {
    if (ts < this.#bucketEnd()) return;
    this.#finishBucket();
    while (ts >= this.#bucketEnd()) this.#bucket++;
  }

  #finishBucket(): void {
    const figures = this.#figures;
    const tells = this.#by === "COUNT" ? figures.count > 0 : figures.numbers > 0;
    if (tells) this.#results.add(this.#edges[this.#bucket] as number, resultOf[this.#by](figures));
    this.#figures = noFigures();
  }

  results(): Columns {
    this.#finishBucket();
    return this.#results.columns();
  }
}
