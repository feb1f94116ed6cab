import { widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, keysOf } from "../widget-parts.ts";
import type { StateTimelineOptions } from "./state-timeline-options.ts";

export const stateTimelineWidget = widgetKind<"STATE_TIMELINE", StateTimelineOptions>({
  kind: "STATE_TIMELINE",
  defaults: { devices: everyDevice, channels: [] },
  queriesOf: ({ devices: about, channels: given }, asked) => {
    const keys = keysOf(given, asked);
    return keys.length === 0 ? {} : { states: { kind: "CHANGES", devices: about, keys } };
  },
  problemOf: ({ channels: given }) => channelsProblem(given),
});
