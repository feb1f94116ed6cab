import { widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, firstOf, keysOf, thresholdsProblem } from "../widget-parts.ts";
import type { ValueOptions } from "./value-options.ts";

export const valueWidget = widgetKind<"VALUE", ValueOptions>({
  kind: "VALUE",
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
