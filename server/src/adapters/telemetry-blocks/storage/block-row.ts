import { crc32 } from "node:zlib";

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

/** All of a block but its number, which the storage gives, and its data. */
interface BlockHead extends BlockStatistics {
  readonly series: number;
  readonly run: number;
  readonly dataCheck: number;
  readonly headCheck: number;
}

export interface BlockRow extends BlockHead {
  readonly id: number;
}

/** The head in a row of whichever storage; a damaged cell may hold anything, and is a number here all the same. */
export function blockRowOf(cells: Readonly<Record<string, unknown>>): BlockRow {
  const number = (column: string): number => Number(cells[column]);
  return {
    id: number("id"),
    series: number("series"),
    run: number("run"),
    start: number("start"),
    end: number("end"),
    count: number("count"),
    numbers: number("numbers"),
    min: number("min"),
    max: number("max"),
    sum: number("sum"),
    dataCheck: number("data_check"),
    headCheck: number("head_check"),
  };
}

/** A block that is to be stored, as it is. */
export interface NewBlock extends BlockHead {
  readonly data: Uint8Array;
}

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
