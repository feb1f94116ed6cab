import { Type } from "typebox";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import {
  channels,
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

const schema = Type.Object(
  { devices, channels: channels(20), ...range, thresholds },
  { ...closed, description: "Newest values of many devices side by side" },
);

export const barsWidget = widgetKind({
  kind: "BARS",
  schema,
  defaults: { devices: everyDevice, channels: [] },
  queriesOf: ({ devices: about, channels: given }, asked) => {
    const keys = keysOf(given, asked);
    return keys.length === 0 ? {} : { latest: { kind: "LATEST", devices: about, keys } };
  },
  problemOf: (options) =>
    firstOf(channelsProblem(options.channels), rangeProblem(options), thresholdsProblem(options.thresholds)),
});
