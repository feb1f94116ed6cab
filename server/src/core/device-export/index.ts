export { deviceRows, headingsOf, type TableCell } from "./device-table.ts";
export type { SheetWriter } from "./sheet-writer.ts";
