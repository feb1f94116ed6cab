import { type Static, Type } from "typebox";
import { csvEscape } from "./csv.ts";
import { keysQuery } from "./keys.ts";

/** Times a point can have: what a JavaScript date can hold. */
const largestTs = 8_640_000_000_000_000;
const pointTime = (description: string) =>
  Type.Integer({ minimum: -largestTs, maximum: largestTs, description, examples: [1794700800000] });

const timeRange = {
  startTs: Type.Optional(pointTime("First moment, included; Unix milliseconds")),
  endTs: Type.Optional(pointTime("Last moment, not included; Unix milliseconds")),
};

/** What a read may ask for [TEL1, TEL2]. */
export const TelemetryQuery = Type.Object({
  ...keysQuery,
  ...timeRange,
  orderBy: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "DESC", description: "By time", examples: ["DESC"] })),
  agg: Type.Optional(
    Type.Enum(["NONE", "MIN", "MAX", "AVG", "SUM", "COUNT"], {
      default: "NONE",
      description: "All but NONE return one value per interval",
      examples: ["AVG"],
    }),
  ),
  interval: Type.Optional(
    Type.String({
      pattern: "^(\\d{1,15}|DAY|WEEK|MONTH)$",
      "x-must": "must be a number of milliseconds, or DAY, WEEK or MONTH",
      description: "Milliseconds, or the calendar's DAY, WEEK or MONTH in `timeZone`; needed with `agg`",
      examples: ["60000"],
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: "UTC",
      description: "Whose days, weeks and months",
      examples: ["Europe/Berlin"],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      default: 100,
      description: "Points per key; does not apply to `agg`",
      examples: [100],
    }),
  ),
  useStrictDataTypes: Type.Optional(
    Type.Boolean({ default: false, description: "Values keep their JSON type instead of being text" }),
  ),
});
export type TelemetryQuery = Static<typeof TelemetryQuery>;

export const TelemetryPoints = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({
      ts: Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] }),
      value: Type.Unknown({ description: "Text, or any JSON but null with `useStrictDataTypes`", examples: ["21.5"] }),
    }),
  ),
  {
    description: "The points of each key that has some",
    examples: [{ temperature: [{ ts: 1794700800000, value: "21.5" }] }],
  },
);
export type TelemetryPoints = Static<typeof TelemetryPoints>;

export const TelemetryKeys = Type.Array(Type.String({ examples: ["temperature"] }));

/** The three forms of a telemetry message, and arrays that mix them [MQ3]. The server's decoder has the last word. */
export const TelemetryMessage = Type.Unknown({
  description:
    "Keys and values; or `{ts, values}` with the time they belong to; or an array of both. Null values are skipped.",
  examples: [{ temperature: 21.5 }, { ts: 1794700800000, values: { temperature: 21.5 } }],
});

export const TelemetryDeletion = Type.Object({
  ...keysQuery,
  ...timeRange,
  deleteAllDataForKeys: Type.Optional(
    Type.Boolean({ default: false, description: "Delete the keys' whole history; no times are needed then" }),
  ),
});
export type TelemetryDeletion = Static<typeof TelemetryDeletion>;

export const TelemetryExport = Type.Object({
  ...keysQuery,
  ...timeRange,
  format: Type.Optional(
    Type.Enum(["csv", "jsonl"], { default: "csv", description: "CSV, or one JSON object per line", examples: ["csv"] }),
  ),
  layout: Type.Optional(
    Type.Enum(["long", "wide"], {
      default: "long",
      description: "A line for each point; or one for each moment, all channels side by side",
      examples: ["wide"],
    }),
  ),
  times: Type.Optional(
    Type.Enum(["ms", "iso"], {
      default: "ms",
      description: "Times as Unix milliseconds, or as ISO 8601 in UTC",
      examples: ["iso"],
    }),
  ),
  describe: Type.Optional(
    Type.Boolean({
      default: false,
      description: "With the name and the unit of each channel, as its type says [TYP2]",
    }),
  ),
  escape: csvEscape,
});
export type TelemetryExport = Static<typeof TelemetryExport>;
