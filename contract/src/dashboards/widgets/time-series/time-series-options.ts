import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { ChartChannel, devices, range, thresholds } from "../option-parts.ts";

const Axis = Type.Object(range, closed);

export const TimeSeriesOptions = Type.Object(
  {
    devices,
    channels: Type.Array(ChartChannel, { maxItems: 50 }),
    points: Type.Optional(
      Type.Enum(["AUTOMATIC", "EACH", "MIN", "MAX", "AVG", "SUM", "COUNT"], {
        description: "AUTOMATIC: least and greatest per pixel when zoomed out",
        examples: ["AUTOMATIC"],
      }),
    ),
    interval: Type.Optional(
      Type.String({ pattern: "^(\\d{1,15}|DAY|WEEK|MONTH)$", description: "Of MIN … COUNT", examples: ["60000"] }),
    ),
    draw: Type.Optional(Type.Enum(["LINE", "STEP", "BARS", "BAND"], { examples: ["LINE"] })),
    shiftMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 315_360_000_000, description: "Compare with before" })),
    show: Type.Optional(
      Type.Object(
        {
          alarms: Type.Optional(Type.Boolean()),
          files: Type.Optional(Type.Boolean()),
          notes: Type.Optional(Type.Boolean()),
        },
        { ...closed, description: "On the time axis" },
      ),
    ),
    left: Type.Optional(Axis),
    right: Type.Optional(Axis),
    legend: Type.Optional(Type.Enum(["TOP", "BELOW", "NONE"], { examples: ["TOP"] })),
    thresholds,
  },
  { ...closed, description: "Lines, steps, bands or bars over time" },
);
export type TimeSeriesOptions = Static<typeof TimeSeriesOptions>;
