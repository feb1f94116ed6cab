import { crc32 } from "node:zlib";
import { type Columns, kind } from "../columns.ts";
import { type BlockStatistics, headCheckOf, type NewBlock, notCovered } from "../storage/block-row.ts";
import { encodeBlock } from "./codecs/block.ts";
import { cutIntoBlocks } from "./cut-into-blocks.ts";

const noNumbers = { min: 0, max: 0, sum: 0 };

function statisticsOf(columns: Columns): BlockStatistics {
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

/** The points as one block; there are no more of them than a block may hold. */
export function blockOf(series: number, run: number, columns: Columns): NewBlock {
  const data = encodeBlock(columns);
  const statistics = statisticsOf(columns);
  const dataCheck = crc32(data);
  const headCheck = headCheckOf(series, run, statistics, dataCheck);
  return { ...statistics, series, run, dataCheck, headCheck, data };
}

/** Any number of points as blocks of about equal size. */
export const blocksOf = (series: number, run: number, columns: Columns): NewBlock[] =>
  Array.from(cutIntoBlocks(columns), (piece) => blockOf(series, run, piece));
