import { type Columns, isTextKind, sliceColumns } from "../columns.ts";
import { maxBlockPoints, maxBlockTextBytes } from "../limits.ts";

const textLength = (columns: Columns, i: number): number =>
  isTextKind(columns.kinds[i] as number) ? (columns.texts[columns.numbers[i] as number] as string).length : 0;

/** Where the block that begins at `from` ends: at `most` points, or before its texts grow too long. */
function endOf(columns: Columns, from: number, most: number): number {
  const end = Math.min(from + most, columns.ts.length);
  if (columns.texts.length === 0) return end;
  let bytes = textLength(columns, from);
  for (let i = from + 1; i < end; i++) {
    bytes += textLength(columns, i);
    if (bytes > maxBlockTextBytes) return i;
  }
  return end;
}

/** Cuts points into blocks of about equal size, so that no tiny rest remains. */
export function* cutIntoBlocks(columns: Columns): Generator<Columns> {
  const count = columns.ts.length;
  const most = Math.ceil(count / Math.ceil(count / maxBlockPoints));
  for (let from = 0; from < count; ) {
    const end = endOf(columns, from, most);
    yield sliceColumns(columns, from, end);
    from = end;
  }
}
