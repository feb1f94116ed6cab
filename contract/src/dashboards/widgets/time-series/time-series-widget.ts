import type { DataQuery } from "../../queries/index.ts";
import type { DeviceSelection } from "../../selection.ts";
import { type Asked, widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, firstOf, keysOf, rangeProblem, thresholdsProblem } from "../widget-parts.ts";
import type { TimeSeriesOptions } from "./time-series-options.ts";

const alarmMarks = (about: DeviceSelection): DataQuery => ({
  kind: "ALARMS",
  devices: about,
  which: "IN_TIME",
  limit: 500,
});
const fileMarks = (about: DeviceSelection): DataQuery => ({ kind: "FILES", devices: about, limit: 200 });

function queriesOf(options: TimeSeriesOptions, asked: Asked): Record<string, DataQuery> {
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

export const timeSeriesWidget = widgetKind<"TIME_SERIES", TimeSeriesOptions>({
  kind: "TIME_SERIES",
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
