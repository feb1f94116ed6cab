import { type Static, Type } from "typebox";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { freeText, lineText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { ReportContent, SavedReportContent } from "./content.ts";

const recipientsAtMost = 50;

export const reportFormats = ["CSV", "XLSX", "PDF"] as const;
export type ReportFormat = (typeof reportFormats)[number];

const format = Type.Enum([...reportFormats], {
  description: "What it is written as: a dashboard as PDF, telemetry as one of the others",
  examples: ["XLSX"],
});
const name = nameText("Name, unique in the tenant", "Daily temperatures");
const description = freeText("Description", "For the shift that begins at six", 4096);
const version = Type.Integer({
  minimum: 1,
  maximum: latestVersion,
  description: "Grows with every change; send it back with yours",
  examples: [3],
});
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Name in the IANA database: whose days these are, and which clocks its times are of",
  examples: ["Europe/Berlin"],
});

const ReportMail = Type.Object(
  {
    userIds: Type.Optional(
      Type.Array(Uuid, {
        maxItems: recipientsAtMost,
        uniqueItems: true,
        description: "Users whose names are mail addresses; who may not see all of it gets none",
      }),
    ),
    addresses: Type.Optional(
      Type.Array(
        Type.String({ minLength: 3, maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$", examples: ["ops@example.org"] }),
        { maxItems: recipientsAtMost, uniqueItems: true, description: "Mail addresses of anybody" },
      ),
    ),
    attach: Type.Optional(
      Type.Boolean({
        default: true,
        description: "With the report attached, up to HELIO_REPORT_MAIL_BYTES; else with a link that needs a login",
      }),
    ),
  },
  { additionalProperties: false, description: "Whom it is sent to when it is made" },
);
export type ReportMail = Static<typeof ReportMail>;

/** A report as it is to be made [SCH2]. */
export const ReportRecord = Type.Object({
  id: entityId("REPORT"),
  createdTime: Timestamp,
  updatedTime: Timestamp,
  tenantId: entityId("TENANT"),
  name,
  description: nullable(description),
  content: SavedReportContent,
  format,
  timeZone,
  mail: nullable(ReportMail),
  version,
  ownedBy: Type.String({
    description: "User name of who saved it last: run by a rule it holds what they may see",
    examples: ["ada"],
  }),
});
export type ReportRecord = Static<typeof ReportRecord>;

/** Creates without an id, changes with one. A change names the version it was made from. */
export const ReportToSave = Type.Object({
  id: Type.Optional(entityReference("REPORT")),
  version: Type.Optional({ ...version, description: "With an id: the version it was made from" }),
  name,
  description: Type.Optional(nullable(description)),
  content: ReportContent,
  format,
  timeZone,
  mail: Type.Optional(nullable(ReportMail)),
});
export type ReportToSave = Static<typeof ReportToSave>;

export const ReportListQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "daily")),
});
