import type { TableFormat } from "./table/table.ts";

type FileForm = Pick<TableFormat, "extension" | "mediaType">;

/** What reports are written as; a browser writes PDF. */
export interface ReportFormats {
  readonly CSV: TableFormat;
  readonly XLSX: TableFormat;
  readonly PDF: FileForm;
}

export const pdfForm: FileForm = { extension: "pdf", mediaType: "application/pdf" };
