import { widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, firstOf, keysOf, rangeProblem, thresholdsProblem } from "../widget-parts.ts";
import type { GaugeOptions } from "./gauge-options.ts";

export const gaugeWidget = widgetKind<"GAUGE", GaugeOptions>({
  kind: "GAUGE",
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
