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
  /** Places of its channels that are drawn, or that none is; without, the page chooses. */
  readonly channels?: readonly string[];
}

const noChannels = "none";
const isChannel = (text: string): boolean => /^\d{1,5}$/.test(text) || text === noChannels;

/** One of them may be written by hand. */
const channelsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []).filter(isChannel);

/** Routers read numbers as numbers. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

export function filesSearchOf(search: Readonly<Record<string, unknown>>): FilesSearch {
  const [q, file, tag] = [textOf(search["q"]), textOf(search["file"]), textOf(search["tag"])];
  const { start, end } = search;
  const isOpen = file !== undefined && tag !== undefined;
  const channels = channelsOf(search["channels"]);
  const isZoomed = typeof start === "number" && typeof end === "number" && start < end;
  return {
    ...(q !== undefined && { q }),
    ...timeChoiceOf(search),
    ...(isOpen && { file, tag }),
    ...(isOpen && isZoomed && { start, end }),
    ...(isOpen && channels.length > 0 && { channels }),
  };
}

export function closed({
  file: _,
  tag: __,
  start: ___,
  end: ____,
  channels: _____,
  ...list
}: FilesSearch): FilesSearch {
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

export const choosing = (search: FilesSearch, chosen: readonly number[]): FilesSearch => ({
  ...search,
  channels: chosen.length === 0 ? [noChannels] : chosen.map(String),
});

/** Undefined where nobody chose. */
export const chosenIn = ({ channels }: FilesSearch): readonly number[] | undefined =>
  channels?.filter((one) => one !== noChannels).map(Number);
