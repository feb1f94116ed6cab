import { type Static, Type } from "typebox";
import { chosenDevices } from "../device-choice.ts";
import { DashboardReport } from "./dashboard-report.ts";
import { ReportRange } from "./range.ts";

const closed = { additionalProperties: false } as const;
const channelsAtMost = 200;

export const reportFunctions = ["AVG", "MIN", "MAX", "SUM", "COUNT"] as const;
export type ReportFunction = (typeof reportFunctions)[number];

const Aggregation = Type.Object(
  {
    functions: Type.Array(Type.Enum([...reportFunctions], { examples: ["AVG"] }), {
      minItems: 1,
      uniqueItems: true,
      description: "A column each",
    }),
    interval: Type.String({
      pattern: "^([1-9]\\d{3,14}|DAY|WEEK|MONTH)$",
      "x-must": "must be a number of milliseconds, at least 1000, or DAY, WEEK or MONTH",
      description: "Milliseconds from the beginning of the range on, or the calendar's DAY, WEEK or MONTH",
      examples: ["3600000"],
    }),
  },
  { ...closed, description: "One row per interval; without, every point" },
);
export type ReportAggregation = Static<typeof Aggregation>;

/** Telemetry of some devices [SCH2]. Which devices match is decided when it runs. */
export const TelemetryReport = Type.Object(
  {
    kind: Type.Literal("TELEMETRY"),
    ...chosenDevices,
    channels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256, examples: ["temperature"] }), {
        minItems: 1,
        maxItems: channelsAtMost,
        uniqueItems: true,
        description: "Their keys, in the order of the columns; without, all that the devices have",
      }),
    ),
    range: ReportRange,
    aggregation: Type.Optional(Aggregation),
  },
  closed,
);
export type TelemetryReport = Static<typeof TelemetryReport>;

/** Everything a report can be about: one more kind is one more of these. */
export type ReportContent = TelemetryReport | DashboardReport;
export const ReportContent = Type.Unsafe<ReportContent>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [TelemetryReport, DashboardReport],
  description: "What it holds",
  examples: [
    {
      kind: "TELEMETRY",
      deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"],
      channels: ["temperature"],
      range: { kind: "PREVIOUS", unit: "DAY" },
      aggregation: { functions: ["AVG", "MAX"], interval: "3600000" },
    },
  ],
});

/** As it is told: another version may have saved what this one does not know. */
export const SavedReportContent = Type.Unsafe<ReportContent>({
  type: "object",
  additionalProperties: true,
  description: "What it holds; its form is that of POST /api/report",
});
