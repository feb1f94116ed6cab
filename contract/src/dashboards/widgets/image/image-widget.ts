import type { DataQuery, LatestQuery } from "../../queries/index.ts";
import { type Asked, widgetKind } from "../widget-kind.ts";
import { channelsProblem, firstOf, keysOf, thresholdsProblem } from "../widget-parts.ts";
import type { ImageOptions } from "./image-options.ts";

/** One question for each device. */
function queriesOf({ values }: ImageOptions, asked: Asked): Record<string, DataQuery> {
  const byDevice = Map.groupBy(values, ({ deviceId }) => deviceId);
  const questions = [...byDevice].map(([deviceId, placed]) => {
    const keys = keysOf(
      placed.map(({ channel }) => channel),
      asked,
    );
    const question: LatestQuery = { kind: "LATEST", devices: { kind: "DEVICES", deviceIds: [deviceId] }, keys };
    return [`latest-${deviceId}`, question] as const;
  });
  return Object.fromEntries(questions.filter(([, { keys }]) => keys?.length));
}

export const imageWidget = widgetKind<"IMAGE", ImageOptions>({
  kind: "IMAGE",
  defaults: { values: [] },
  queriesOf,
  problemOf: ({ values, thresholds: limits }) =>
    firstOf(channelsProblem(values.map(({ channel }) => channel)), thresholdsProblem(limits)),
});
