export { DashboardPages } from "./dashboard-pages.ts";
export {
  browserCrashed,
  browserMissing,
  browserTooLarge,
  browserTooSlow,
  reportVersionNeeded,
  tooManyBytes,
} from "./errors.ts";
export { MakeReport, type ReportJobInput } from "./make-report.ts";
export type { PagePrinter, PrintedPage } from "./page-printer.ts";
export type { MadeReport, NewReportFile, Report, ReportFile, ReportProperties } from "./report.ts";
export { type HeldReport, ReportFiles } from "./report-files.ts";
export { pdfForm } from "./report-formats.ts";
export { ReportLetters } from "./report-letters.ts";
export type { ReportFileStore, ReportStore } from "./report-store.ts";
export { ReportTables } from "./report-tables.ts";
export { type ReportEditor, Reports } from "./reports.ts";
export { csvTable } from "./table/csv-table.ts";
export { headingsOf } from "./table/headings.ts";
export { LocalTimes } from "./table/local-times.ts";
export { rawRows } from "./table/raw-rows.ts";
export type { Row, Table, TableFormat } from "./table/table.ts";
