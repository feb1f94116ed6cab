import type { CalculatedChannelId } from "../../../kernel/ids.ts";
import type { Point, PointBatch } from "../../telemetry/index.ts";

/** Points of a device that came together. */
export interface Came {
  readonly points: PointBatch;
  /** The channel that wrote what came, if it was one alone: under its key nothing is foreign. */
  readonly by: CalculatedChannelId | undefined;
}

/**
 * What came, in pieces of which each can be calculated as a whole, in the order of its times: what follows is told as if every
 * message had been calculated alone [RUL3]. Messages that begin after everything before them make no difference and are joined.
 */
export function messagesIn(came: readonly Came[]): readonly Came[] {
  const messages: { points: Point[]; by: Came["by"]; newest: number }[] = [];
  for (const { points, by } of came) {
    for (const piece of piecesOf(points)) {
      const [oldest, newest] = ends(piece);
      const last = messages.at(-1);
      if (last && last.by === by && oldest > last.newest) {
        for (const point of piece) last.points.push(point);
        last.newest = newest;
      } else messages.push({ points: [...piece], by, newest });
    }
  }
  return messages;
}

/**
 * Cut where a key comes again at a time that is not later: another message began there. The log tells neighbouring messages of a
 * device as one when it is read again after a start.
 */
function piecesOf(points: PointBatch): readonly PointBatch[] {
  const pieces: PointBatch[] = [];
  const newest = new Map<string, number>();
  let from = 0;
  for (const [at, { key, ts }] of points.entries()) {
    if (ts <= (newest.get(key) ?? Number.NEGATIVE_INFINITY)) {
      pieces.push(points.slice(from, at));
      newest.clear();
      from = at;
    }
    newest.set(key, ts);
  }
  return [...pieces, from === 0 ? points : points.slice(from)];
}

function ends(points: PointBatch): readonly [number, number] {
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { ts } of points) {
    if (ts < oldest) oldest = ts;
    if (ts > newest) newest = ts;
  }
  return [oldest, newest];
}
