import { type Static, Type } from "typebox";
import { closed } from "../closed.ts";
import type { DataQuery } from "../queries/index.ts";
import type { DeviceSelection } from "../selection.ts";
import { type Asked, widgetKind } from "./widget-kind.ts";
import {
  ChartChannel,
  channelsProblem,
  devices,
  everyDevice,
  firstOf,
  keysOf,
  range,
  rangeProblem,
  thresholds,
  thresholdsProblem,
} from "./widget-parts.ts";

const Axis = Type.Object(range, closed);

const schema = Type.Object(
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
type Options = Static<typeof schema>;

const alarmMarks = (about: DeviceSelection): DataQuery => ({
  kind: "ALARMS",
  devices: about,
  which: "IN_TIME",
  limit: 500,
});
const fileMarks = (about: DeviceSelection): DataQuery => ({ kind: "FILES", devices: about, limit: 200 });

function queriesOf(options: Options, asked: Asked): Record<string, DataQuery> {
  const { points = "AUTOMATIC", interval, shiftMs = 0, show = {}, devices: about } = options;
  const keys = keysOf(options.channels, asked);
  if (keys.length === 0) return {};
  const form = points === "AUTOMATIC" ? "ENVELOPE" : points === "EACH" ? "POINTS" : points;
  const lines: DataQuery = {
    ...{ kind: "SERIES", devices: about, keys, form, buckets: bucketsOf(asked.width) },
    ...(interval !== undefined && { interval }),
  };
  return {
    lines,
    ...(shiftMs > 0 && { before: { ...lines, shiftMs } }),
    ...(show.alarms && { alarms: alarmMarks(about) }),
    ...(show.files && { files: fileMarks(about) }),
  };
}

/** One per pixel. */
const bucketsOf = (width: number): number => Math.min(8_000, Math.max(1, Math.round(width)));

export const timeSeriesWidget = widgetKind({
  kind: "TIME_SERIES",
  schema,
  defaults: { devices: everyDevice, channels: [], show: { alarms: true } },
  queriesOf,
  problemOf: ({ channels, points = "AUTOMATIC", interval, left = {}, right = {}, thresholds: limits }) =>
    firstOf(
      channelsProblem(channels),
      interval === undefined && !["AUTOMATIC", "EACH"].includes(points) ? `${points} needs an interval` : undefined,
      rangeProblem(left),
      rangeProblem(right),
      thresholdsProblem(limits),
    ),
});
