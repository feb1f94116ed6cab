import type { TableCell } from "./device-table.ts";

/** Writes rows as the one sheet of a workbook, as they come. */
export type SheetWriter = (
  name: string,
  headings: readonly string[],
  rows: AsyncIterable<readonly (readonly TableCell[])[]>,
) => AsyncIterable<Uint8Array>;
