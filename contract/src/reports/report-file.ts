import { type Static, Type } from "typebox";
import { entityId, Uuid } from "../ids.ts";
import { jobStates } from "../jobs.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { Timestamp } from "../time.ts";
import { reportFormats } from "./report-record.ts";

export const reportTriggers = ["TIME", "PERSON", "RULE"] as const;
export type ReportTrigger = (typeof reportTriggers)[number];

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

/** A report that was made, or is being made [SCH2]. */
export const ReportFileRecord = Type.Object({
  id: entityId("REPORT_FILE"),
  reportId: nullable({ ...entityId("REPORT"), description: "Null when that was deleted meanwhile" }),
  name: Type.String({ description: "What the report was called then", examples: ["Daily temperatures"] }),
  createdTime: { ...Timestamp, description: "When it was asked for" },
  finishedTime: nullable(Timestamp),
  trigger: Type.Enum([...reportTriggers], {
    description: "Who began it: a schedule, a person, a rule",
    examples: ["TIME"],
  }),
  createdBy: Type.String({
    description: "Whose eyes it was made with: it holds what they saw then",
    examples: ["ada"],
  }),
  state: Type.Enum([...jobStates], { description: "Where it is; DONE can be downloaded", examples: ["DONE"] }),
  error: nullable(Type.String({ description: "Why there is none", examples: ["It has more than 1000000 rows …"] })),
  startTs: { ...Timestamp, description: "It is about the time from then on" },
  endTs: { ...Timestamp, description: "Until before then" },
  timeZone: Type.String({ description: "Whose clocks", examples: ["Europe/Berlin"] }),
  format: Type.Enum([...reportFormats], { examples: ["XLSX"] }),
  fileName: nullable(Type.String({ examples: ["Daily temperatures 2026-11-15.xlsx"] })),
  size: nullable(count("Bytes", 48_123)),
  rows: nullable(count("Rows without headings; 0 of a dashboard", 2_880)),
  devices: nullable(count("Devices that are in it", 2)),
  failed: count("Named devices or recipients that were left out; the job says why", 0),
  total: nullable(count("Devices it comes to, while it is made", 2)),
  processed: count("Devices it has come to, while it is made", 1),
  jobId: entityId("JOB"),
  expiresTime: { ...Timestamp, description: "Then it is removed" },
});
export type ReportFileRecord = Static<typeof ReportFileRecord>;

export const ReportFileListQuery = Type.Object({
  ...pageQuery,
  reportId: Type.Optional({ ...Uuid, description: "Only those of this report" }),
});
