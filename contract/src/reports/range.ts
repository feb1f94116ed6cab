import { type Static, Type } from "typebox";
import { moment } from "../time.ts";

const closed = { additionalProperties: false } as const;

export const reportUnits = ["HOUR", "DAY", "WEEK", "MONTH", "YEAR"] as const;
export type ReportUnit = (typeof reportUnits)[number];

const unit = Type.Enum([...reportUnits], {
  description: "By the clocks of the time zone; weeks begin on Monday",
  examples: ["DAY"],
});

const longestSpanMs = 316_224_000_000;

const ranges = [
  Type.Object(
    {
      kind: Type.Literal("PREVIOUS"),
      unit,
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 366, default: 1, description: "How many of them", examples: [1] }),
      ),
    },
    { ...closed, description: "Whole ones before the run: yesterday is the previous day" },
  ),
  Type.Object(
    { kind: Type.Literal("CURRENT"), unit },
    { ...closed, description: "From the beginning of the one the run is in until the run" },
  ),
  Type.Object(
    {
      kind: Type.Literal("LAST"),
      ms: Type.Integer({ minimum: 1_000, maximum: longestSpanMs, description: "Milliseconds", examples: [86_400_000] }),
    },
    { ...closed, description: "So much time before the run" },
  ),
  Type.Object(
    {
      kind: Type.Literal("BETWEEN"),
      startTs: moment("From then on"),
      endTs: moment("Until before then", 1794787200000),
    },
    { ...closed, description: "The same whenever it runs" },
  ),
] as const;
export type ReportRange = Static<(typeof ranges)[number]>;

/** Which time a report is about. */
export const ReportRange = Type.Unsafe<ReportRange>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...ranges],
  description: "Which time it is about; run by a schedule, by the clocks of the schedule's time zone",
  examples: [{ kind: "PREVIOUS", unit: "DAY" }],
});
