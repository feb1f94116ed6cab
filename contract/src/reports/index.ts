export * from "./content.ts";
export * from "./dashboard-report.ts";
export * from "./range.ts";
export * from "./report-file.ts";
export * from "./report-record.ts";
