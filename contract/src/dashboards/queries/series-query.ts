import { type Static, Type } from "typebox";
import { keysOf, queryKind, querySchema, shiftMs } from "./query-kind.ts";

/** How a history is told. */
export const seriesForms = ["ENVELOPE", "POINTS", "MIN", "MAX", "AVG", "SUM", "COUNT"] as const;
export type SeriesForm = (typeof seriesForms)[number];

const schema = querySchema(
  "SERIES",
  {
    keys: keysOf("Keys, verbatim"),
    form: Type.Optional(
      Type.Enum([...seriesForms], {
        default: "ENVELOPE",
        description:
          "ENVELOPE: least, greatest and mean for each of `buckets` parts of the time, or the points themselves where these " +
          "are hardly more; POINTS: each of them; the others: one value per `interval`",
        examples: ["ENVELOPE"],
      }),
    ),
    buckets: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 8_000,
        default: 500,
        description: "ENVELOPE: parts of the time, as many as the chart has pixels",
        examples: [800],
      }),
    ),
    interval: Type.Optional(
      Type.String({
        pattern: "^(\\d{1,15}|DAY|WEEK|MONTH)$",
        "x-must": "must be a number of milliseconds, or DAY, WEEK or MONTH",
        description: "Of one value per interval: milliseconds, or the calendar's DAY, WEEK or MONTH",
        examples: ["60000"],
      }),
    ),
    shiftMs,
  },
  "History of channels",
);
export type SeriesQuery = Static<typeof schema>;

const isPerInterval = ({ form = "ENVELOPE" }: SeriesQuery): boolean => form !== "ENVELOPE" && form !== "POINTS";

export const seriesQuery = queryKind({
  kind: "SERIES",
  schema,
  needs: ["VIEW_TELEMETRY"],
  problemOf: (query) =>
    isPerInterval(query) && query.interval === undefined ? `${query.form} needs an interval` : undefined,
});
