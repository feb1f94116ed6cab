import { Type } from "typebox";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import {
  channelsProblem,
  devices,
  everyDevice,
  firstOf,
  keysOf,
  thresholds,
  thresholdsProblem,
  WidgetChannel,
} from "./widget-parts.ts";

const schema = Type.Object(
  {
    devices,
    channel: Type.Optional(WidgetChannel),
    combine: Type.Optional(
      Type.Enum(["FIRST", "SUM", "AVG", "MIN", "MAX"], {
        description: "Of several devices: the first one, or one value made of all",
        examples: ["SUM"],
      }),
    ),
    sparkline: Type.Optional(Type.Boolean()),
    trend: Type.Optional(
      Type.Object(
        {
          overMs: Type.Integer({ minimum: 1_000, maximum: 315_360_000_000, description: "Compared with so long ago" }),
        },
        closed,
      ),
    ),
    thresholds,
  },
  { ...closed, description: "A big number" },
);

export const valueWidget = widgetKind({
  kind: "VALUE",
  schema,
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, channel, sparkline = true, trend }, asked) => {
    const keys = keysOf(channel ? [channel] : [], asked);
    if (keys.length === 0) return {};
    const buckets = Math.max(1, Math.min(400, Math.round(asked.width / 2)));
    return {
      latest: { kind: "LATEST", devices: about, keys },
      ...((sparkline || trend) && {
        history: { kind: "SERIES", devices: about, keys, form: "ENVELOPE", buckets } as const,
      }),
    };
  },
  problemOf: ({ channel, thresholds: limits }) =>
    firstOf(channelsProblem(channel ? [channel] : []), thresholdsProblem(limits)),
});
