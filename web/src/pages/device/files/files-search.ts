import type { FileRecord } from "@heliograph/contract";
import type { FileWindow } from "../../../api/files.ts";
import { type TimeChoice, timeChoiceOf } from "../../../time-range/shown-time.ts";

/** What the address says about the files of a device: which are listed, which one is open, and what of it is in view. */
export interface FilesSearch extends TimeChoice {
  readonly q?: string;
  /** The name of the open one. */
  readonly file?: string;
  readonly tag?: string;
  /** What is zoomed to, in Unix milliseconds. */
  readonly start?: number;
  readonly end?: number;
}

/** Routers read numbers as numbers. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

export function filesSearchOf(search: Readonly<Record<string, unknown>>): FilesSearch {
  const [q, file, tag] = [textOf(search["q"]), textOf(search["file"]), textOf(search["tag"])];
  const { start, end } = search;
  const isOpen = file !== undefined && tag !== undefined;
  const isZoomed = typeof start === "number" && typeof end === "number" && start < end;
  return {
    ...(q !== undefined && { q }),
    ...timeChoiceOf(search),
    ...(isOpen && { file, tag }),
    ...(isOpen && isZoomed && { start, end }),
  };
}

export function closed({ file: _, tag: __, start: ___, end: ____, ...list }: FilesSearch): FilesSearch {
  return list;
}

export const opened = (search: FilesSearch, { name, tag }: Pick<FileRecord, "name" | "tag">): FilesSearch => ({
  ...closed(search),
  ...{ file: name, tag },
});

export function zoomed({ start: _, end: __, ...rest }: FilesSearch, { startTime, endTime }: FileWindow): FilesSearch {
  return { ...rest, ...(startTime !== undefined && endTime !== undefined && { start: startTime, end: endTime }) };
}

export const windowIn = ({ start, end }: FilesSearch): FileWindow =>
  start === undefined || end === undefined ? {} : { startTime: start, endTime: end };
