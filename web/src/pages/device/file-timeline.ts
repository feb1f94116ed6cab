import type { FileRecord } from "@heliograph/contract";

interface Bar {
  readonly file: FileRecord;
  /** Per cent of the width. */
  readonly left: number;
  readonly width: number;
}

interface Lane {
  readonly tag: string;
  readonly bars: readonly Bar[];
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly Lane[];
}

/** A moment is still a mark one can see. */
const narrowest = 0.25;

/** One lane per tag over the time all files span; bars in per cent, so that they follow the width of the page. */
export function timelineOf(files: readonly FileRecord[]): Timeline | undefined {
  if (files.length === 0) return undefined;
  const from = files.reduce((least, { startTime }) => Math.min(least, startTime), Number.POSITIVE_INFINITY);
  const to = files.reduce((most, { endTime }) => Math.max(most, endTime), Number.NEGATIVE_INFINITY);
  const span = Math.max(1, to - from);
  const tags = [...new Set(files.map(({ tag }) => tag))].sort((a, b) => a.localeCompare(b));
  const barOf = (file: FileRecord): Bar => {
    const width = Math.max(narrowest, ((file.endTime - file.startTime) / span) * 100);
    return { file, left: Math.min(100 - narrowest, ((file.startTime - from) / span) * 100), width };
  };
  return { from, to, lanes: tags.map((tag) => ({ tag, bars: files.filter((file) => file.tag === tag).map(barOf) })) };
}
