import { crc32 } from "node:zlib";
import { type Columns, kind } from "../columns.ts";
import { maxBlockPoints } from "../limits.ts";
import { type BlockRoom, decodeBlock } from "./codecs/block.ts";

/** What is known of a block without reading its points. */
export interface BlockStatistics {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** How many of the points `min`, `max` and `sum` cover; `notCovered`: only the points themselves can tell. */
  readonly numbers: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
}

/** The block holds integers that a double, and so a statistic, cannot hold exactly. */
export const notCovered = -1;

export interface BlockRow extends BlockStatistics {
  readonly id: number;
  readonly series: number;
  readonly run: number;
  readonly dataCheck: number;
  readonly headCheck: number;
}

export function statisticsOf(columns: Columns): BlockStatistics {
  const { ts, kinds, numbers: values } = columns;
  let numbers = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < ts.length; i++) {
    const of = kinds[i] as number;
    if (of === kind.integer) numbers = Number.NEGATIVE_INFINITY;
    if (of > kind.boolean) continue;
    const value = values[i] as number;
    numbers++;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const span = { start: ts[0] as number, end: ts[ts.length - 1] as number, count: ts.length };
  if (numbers === 0) return { ...span, ...noNumbers, numbers };
  if (numbers < 0 || !Number.isFinite(sum)) return { ...span, ...noNumbers, numbers: notCovered };
  return { ...span, numbers, min: min + 0, max: max + 0, sum: sum + 0 }; // + 0: SQLite keeps no negative zero
}

const noNumbers = { min: 0, max: 0, sum: 0 };

const checked = new Float64Array(10);
const checkedBytes = new Uint8Array(checked.buffer);
/** Blocks of format 1 have a checksum without their place. */
const bytesWithoutPlace = checkedBytes.subarray(0, 8 * checked.BYTES_PER_ELEMENT);

function collect(head: BlockStatistics, dataCheck: number): void {
  checked[0] = head.start;
  checked[1] = head.end;
  checked[2] = head.count;
  checked[3] = head.numbers;
  checked[4] = head.min;
  checked[5] = head.max;
  checked[6] = head.sum;
  checked[7] = dataCheck;
}

/** Guards the statistics, ties them to their data through `dataCheck`, and both to their place. */
export function headCheckOf(series: number, run: number, head: BlockStatistics, dataCheck: number): number {
  collect(head, dataCheck);
  checked[8] = series;
  checked[9] = run;
  return crc32(checkedBytes);
}

export const isIntact = (row: BlockRow): boolean =>
  headCheckOf(row.series, row.run, row, row.dataCheck) === row.headCheck || crc32(bytesWithoutPlace) === row.headCheck;

/** The points of a block, or undefined when its bytes are not those that were written. */
export function readBlock(row: BlockRow, data: Uint8Array, room?: BlockRoom): Columns | undefined {
  if (!isIntact(row) || crc32(data) !== row.dataCheck) return undefined;
  try {
    return decodeBlock(data, maxBlockPoints, room);
  } catch {
    return undefined; // a block of a format we do not know: the same as damaged, and reported the same
  }
}
