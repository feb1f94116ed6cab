import type { FileRecord } from "@heliograph/contract";
import type { FileFilter } from "../../../api/files.ts";
import { type Expression, isAllTime } from "../../../time-range/time-words.ts";

/** What is chosen above the list beside the time; empty is everything. */
export interface FileChoice {
  readonly text: string;
  readonly tag: string;
  readonly status: string;
}

export const everyFile: FileChoice = { text: "", tag: "", status: "" };

export const isNarrowed = ({ text, tag, status }: FileChoice, time: Expression): boolean =>
  !isAllTime(time) || [text, tag, status].some((one) => one !== "");

/** What the API is asked for. Of the places a file can be at it knows only whether the server holds it. */
export const filterOf = ({ text, tag, status }: FileChoice, time: Expression, back: number): FileFilter => ({
  time,
  textSearch: text || undefined,
  tag: tag || undefined,
  isHeld: status === "2" || status === "3",
  back,
});

/** The rest is looked for in what came. */
export const isChosen = (file: FileRecord, { status }: FileChoice): boolean =>
  status === "" || String(file.storageStatus) === status;

export type FileColumn = "name" | "tag" | "startTime" | "size" | "storageStatus";

export interface FileOrder {
  readonly by: FileColumn;
  readonly isDescending: boolean;
}

export const newestFirst: FileOrder = { by: "startTime", isDescending: true };

export function sortedFiles(files: readonly FileRecord[], { by, isDescending }: FileOrder): FileRecord[] {
  const sign = isDescending ? -1 : 1;
  return files.toSorted((a, b) => sign * (compared(a[by], b[by]) || compared(a.startTime, b.startTime)));
}

function compared(a: string | number | null, b: string | number | null): number {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b);
  return Number(a ?? -1) - Number(b ?? -1);
}
