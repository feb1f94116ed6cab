import { type Static, Type } from "typebox";
import { ruleModes } from "./rule-record.ts";
import { problemParts } from "./said-problem.ts";

/** The columns of a table of limits; the key, the limit and one of type and device are needed. */
export const limitColumns = [
  "telemetry_key",
  "type",
  "device",
  "severity",
  "limit",
  "dead_band",
  "duration",
  "text",
] as const;
export type LimitColumn = (typeof limitColumns)[number];

/** Rules one table makes. */
export const limitRulesAtMost = 1_000;

export const LimitTableQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: "Only tell what would be done" })),
  mode: Type.Optional(
    Type.Enum([...ruleModes], { default: "OFF", description: "Of the rules that are made", examples: ["SHADOW"] }),
  ),
});

export const LimitTableReport = Type.Object({
  rows: Type.Integer({ description: "Rows read, the header not counted", examples: [12] }),
  created: Type.Array(Type.String({ examples: ["Bearing too hot (pump)"] }), {
    description: "Rules that were made, or would be; none while a row has a problem",
  }),
  skipped: Type.Array(Type.String({ description: "There is one of this name already", examples: ["Too cold (pump)"] })),
  problems: Type.Array(
    Type.Object({
      row: Type.Integer({ description: "Row number, 1 is the first behind the header", examples: [3] }),
      ...problemParts,
      message: Type.String({ examples: ["limit: must be a number, perhaps after >, >=, < or <="] }),
    }),
    { description: "What is wrong with which row, in order" },
  ),
});
export type LimitTableReport = Static<typeof LimitTableReport>;
