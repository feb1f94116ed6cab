export type { AlarmsQuery } from "./alarms-query.ts";
export type { AttributesQuery } from "./attributes-query.ts";
export type { ChangesQuery } from "./changes-query.ts";
export * from "./data-lines.ts";
export * from "./data-query.ts";
export * from "./data-request.ts";
export type { FilesQuery } from "./files-query.ts";
export type { LatestQuery } from "./latest-query.ts";
export { type SeriesForm, type SeriesQuery, seriesForms } from "./series-query.ts";
