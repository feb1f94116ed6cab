import type { Direction, Span } from "../blocks/point-cursor.ts";
import type { Columns } from "../columns.ts";

/** A chunk ends at so many points, or at the point with which its texts grow past so many characters. */
export interface ChunkSize {
  readonly points: number;
  readonly text: number;
}

/** Reads at most so many points from the beginning of what is left, on the way; undefined when there is nothing to read. */
type ReadChunk = (left: Span, most: number) => Promise<Columns | undefined>;

/** A chunk that neither its points nor its texts have ended: nothing is left behind it. */
const isLastChunk = ({ ts, texts }: Columns, most: number, maxText: number): boolean =>
  ts.length < most && texts.reduce((sum, text) => sum + text.length, 0) <= maxText;

/** A range in chunks, each read when it is asked for; what the next one begins behind is the last point seen. */
export async function* scanChunks(
  range: Span,
  order: Direction,
  limit: number,
  size: ChunkSize,
  read: ReadChunk,
): AsyncGenerator<Columns> {
  let left = limit;
  for (let { from, to } = range; from < to && left > 0; ) {
    const most = Math.min(left, size.points);
    const columns = await read({ from, to }, most);
    const last = columns?.ts.at(-1);
    if (columns === undefined || last === undefined) return;
    yield columns;
    if (isLastChunk(columns, most, size.text)) return;
    left -= columns.ts.length;
    if (order === "ASC") from = last + 1;
    else to = last;
  }
}
