import { widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, firstOf, keysOf, rangeProblem, thresholdsProblem } from "../widget-parts.ts";
import type { BarsOptions } from "./bars-options.ts";

export const barsWidget = widgetKind<"BARS", BarsOptions>({
  kind: "BARS",
  defaults: { devices: everyDevice, channels: [] },
  queriesOf: ({ devices: about, channels: given }, asked) => {
    const keys = keysOf(given, asked);
    return keys.length === 0 ? {} : { latest: { kind: "LATEST", devices: about, keys } };
  },
  problemOf: (options) =>
    firstOf(channelsProblem(options.channels), rangeProblem(options), thresholdsProblem(options.thresholds)),
});
