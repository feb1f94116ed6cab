import type { FileRecord } from "@heliograph/contract";

type Timed = Pick<FileRecord, "startTime" | "endTime">;

export interface FileSpan {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export const spanOf = (files: readonly Timed[]): FileSpan => ({
  from: files.reduce((least, { startTime }) => Math.min(least, startTime), Number.POSITIVE_INFINITY),
  to: files.reduce((most, { endTime }) => Math.max(most, endTime), Number.NEGATIVE_INFINITY),
  count: files.length,
});

/** Shares of the whole time: what parts groups of files, and how much of it a squeezed group takes at most. */
const [parted, squeezed] = [0.1, 0.2];

/** Where most of the files are, when a few from far away squeeze them into a corner; undefined where they do not. */
export function squeezedSpan(files: readonly Timed[]): FileSpan | undefined {
  const { from, to } = spanOf(files);
  const most = groupsOf(files, (to - from) * parted)
    .map(spanOf)
    .toSorted((one, other) => other.count - one.count)[0];
  if (!most || most.count < Math.max(2, files.length / 2)) return undefined;
  return most.to - most.from < (to - from) * squeezed ? most : undefined;
}

/** Files with no more than so long between them. */
function groupsOf(files: readonly Timed[], apart: number): readonly (readonly Timed[])[] {
  const groups: Timed[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const file of files.toSorted((one, other) => one.startTime - other.startTime)) {
    if (file.startTime - end > apart) groups.push([]);
    groups.at(-1)?.push(file);
    end = Math.max(end, file.endTime);
  }
  return groups;
}
