import { setImmediate as nextTurn } from "node:timers/promises";
import { parseJsonString } from "@heliograph/contract/json-text";
import { JsonDocument, type Sample, type TelemetryValue } from "../../core/telemetry/index.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What a stored value is. The numbers are part of the format on disk (docs/telemetry-engine.md). */
export const kind = {
  /** Deleted while still in memory; never on disk. */
  none: 0,
  number: 1,
  boolean: 2,
  /** Beyond ±(2^53 − 1): kept as decimal digits. */
  integer: 3,
  string: 4,
  json: 5,
  /** A string with lone surrogates, which UTF-8 cannot hold: kept as its JSON literal. */
  escapedString: 6,
} as const;

export const isTextKind = (value: number): boolean => value >= kind.integer;

/**
 * Points of one series, column by column: cheap to sort, to encode and to hand to another thread. A number or boolean
 * (0, 1) stands in `numbers`; for a text kind `numbers` says where in `texts` it is.
 */
export interface Columns {
  readonly ts: Float64Array<ArrayBuffer>;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

export const emptyColumns = (): Columns => ({
  ts: new Float64Array(0),
  kinds: new Uint8Array(0),
  numbers: new Float64Array(0),
  texts: [],
});

/** Stands where there is none. */
export const noPoint: Columns = {
  ts: new Float64Array(1),
  kinds: new Uint8Array([kind.none]),
  numbers: new Float64Array(1),
  texts: [],
};

/** The value that a text kind's text stands for. */
export function textValue(of: number, text: string): TelemetryValue {
  if (of === kind.integer) return BigInt(text);
  if (of === kind.json) return new JsonDocument(text);
  return of === kind.escapedString ? parseJsonString(text) : text;
}

function valueAt(columns: Columns, i: number): TelemetryValue {
  const of = columns.kinds[i] as number;
  const number = columns.numbers[i] as number;
  if (of === kind.number) return number;
  if (of === kind.boolean) return number === 1;
  return textValue(of, columns.texts[number] as string);
}

const sampleAt = (columns: Columns, i: number): Sample => ({
  ts: columns.ts[i] as EpochMs,
  value: valueAt(columns, i),
});

/** As `sampleAt`, where there may be none. */
export const sampleIfAny = (columns: Columns, i: number): Sample | undefined =>
  columns.kinds[i] === kind.none ? undefined : sampleAt(columns, i);

export function samplesOf(columns: Columns): Sample[] {
  const samples = new Array<Sample>(columns.ts.length);
  for (let i = 0; i < samples.length; i++) samples[i] = sampleAt(columns, i);
  return samples;
}

/** Samples made in one turn of the event loop. */
const samplesPerTurn = 2_048;

/** The same for any number of them, in several turns: acknowledgements do not wait until all are made. */
export async function samplesInTurns(columns: Columns): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let i = 0; i < columns.ts.length; i++) {
    if (i > 0 && i % samplesPerTurn === 0) await nextTurn();
    samples.push(sampleAt(columns, i));
  }
  return samples;
}

/** Gathers points of different origin into new columns. */
export class ColumnsBuilder {
  #ts: Float64Array<ArrayBuffer>;
  #kinds: Uint8Array<ArrayBuffer>;
  #numbers: Float64Array<ArrayBuffer>;
  readonly #texts: string[] = [];
  length = 0;

  constructor(capacity: number) {
    this.#ts = new Float64Array(capacity);
    this.#kinds = new Uint8Array(capacity);
    this.#numbers = new Float64Array(capacity);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#ts.length) return;
    const capacity = Math.max(this.#ts.length * 2, this.length + count, 64);
    const [ts, kinds, numbers] = [this.#ts, this.#kinds, this.#numbers];
    this.#ts = new Float64Array(capacity);
    this.#kinds = new Uint8Array(capacity);
    this.#numbers = new Float64Array(capacity);
    this.#ts.set(ts);
    this.#kinds.set(kinds);
    this.#numbers.set(numbers);
  }

  push(source: Columns, i: number): void {
    this.#reserve(1);
    const of = source.kinds[i] as number;
    const number = source.numbers[i] as number;
    this.#ts[this.length] = source.ts[i] as number;
    this.#kinds[this.length] = of;
    this.#numbers[this.length] = isTextKind(of) ? this.#texts.push(source.texts[number] as string) - 1 : number;
    this.length++;
  }

  /** Points `from` to `to` (excluded) of `source`, in bulk. */
  pushRange(source: Columns, from: number, to: number): void {
    if (source.texts.length > 0) {
      for (let i = from; i < to; i++) this.push(source, i);
      return;
    }
    this.#reserve(to - from);
    this.#ts.set(source.ts.subarray(from, to), this.length);
    this.#kinds.set(source.kinds.subarray(from, to), this.length);
    this.#numbers.set(source.numbers.subarray(from, to), this.length);
    this.length += to - from;
  }

  build(): Columns {
    const { length } = this;
    return {
      ts: this.#ts.subarray(0, length),
      kinds: this.#kinds.subarray(0, length),
      numbers: this.#numbers.subarray(0, length),
      texts: this.#texts,
    };
  }
}

export function sliceColumns(source: Columns, from: number, to: number): Columns {
  if (from === 0 && to === source.ts.length) return source;
  const { texts } = source;
  return {
    ts: source.ts.subarray(from, to),
    kinds: source.kinds.subarray(from, to),
    numbers: source.numbers.subarray(from, to),
    texts,
  };
}
