import { Type } from "typebox";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import {
  channelsProblem,
  devices,
  everyDevice,
  firstOf,
  keysOf,
  range,
  rangeProblem,
  thresholds,
  thresholdsProblem,
  WidgetChannel,
} from "./widget-parts.ts";

const schema = Type.Object(
  { devices, channel: Type.Optional(WidgetChannel), ...range, thresholds },
  { ...closed, description: "A number on a scale; the scale is that of the device type where nothing is said" },
);

export const gaugeWidget = widgetKind({
  kind: "GAUGE",
  schema,
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, channel }, asked) => {
    const keys = keysOf(channel ? [channel] : [], asked);
    return keys.length === 0 ? {} : { latest: { kind: "LATEST", devices: about, keys } };
  },
  problemOf: (options) =>
    firstOf(
      channelsProblem(options.channel ? [options.channel] : []),
      rangeProblem(options),
      thresholdsProblem(options.thresholds),
    ),
});
