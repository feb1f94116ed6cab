import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { BucketEdges } from "../telemetry/index.ts";

const minute = 60_000;
/** Pieces of the time, of each of which the beginning is read where not everything can be: four of each day. */
const pieceMs = 360 * minute;
/** Each divides a piece. */
const intervals = [5, 10, 15, 30, 60, 120, 360].map((minutes) => minutes * minute);
/** What a browser is shown: seven days. */
export const valuesSpanMs = 28 * pieceMs;
/** So many are sorted at once without keeping others waiting [API11]. */
const samplesAtMost = 200_000;

export interface Sampling {
  readonly edges: BucketEdges;
  /** A sample is the mean of so much time. */
  readonly intervalMs: number;
  /** Part of the time that is read. */
  readonly timeRead: number;
  /** Whether the bucket that begins there is a sample; the others are time between, passed by its blocks' statistics. */
  readonly isSample: (ts: number) => boolean;
}

interface ToRead {
  readonly end: EpochMs;
  readonly series: number;
  readonly points: number;
  readonly pointsAtMost: number;
}

/** How the last seven days of so many series are read without reading too much. */
export function samplingOf({ end, series, points, pointsAtMost }: ToRead): Sampling {
  const start = end - valuesSpanMs;
  const intervalMs = intervals.find((ms) => (valuesSpanMs / ms) * series <= samplesAtMost) ?? pieceMs;
  const perPiece = pieceMs / intervalMs;
  const wanted = points > pointsAtMost ? Math.max(1, Math.floor((perPiece * pointsAtMost) / points)) : perPiece;
  const edges: EpochMs[] = [];
  for (let piece = start; piece < end; piece += pieceMs)
    for (let n = 0; n <= Math.min(wanted, perPiece - 1); n++) edges.push(epochMs(piece + n * intervalMs));
  edges.push(end);
  const isSample = (ts: number) => (ts - start) % pieceMs < wanted * intervalMs;
  return { edges, intervalMs, timeRead: wanted / perPiece, isSample };
}
