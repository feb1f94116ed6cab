import { Type } from "typebox";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import { channels, channelsProblem, devices, everyDevice, keysOf } from "./widget-parts.ts";

const schema = Type.Object(
  {
    devices,
    channels: channels(20),
    share: Type.Optional(Type.String({ maxLength: 255, description: "Of which state the share of the time is told" })),
  },
  { ...closed, description: "States over time, a row for each device" },
);

export const stateTimelineWidget = widgetKind({
  kind: "STATE_TIMELINE",
  schema,
  defaults: { devices: everyDevice, channels: [] },
  queriesOf: ({ devices: about, channels: given }, asked) => {
    const keys = keysOf(given, asked);
    return keys.length === 0 ? {} : { states: { kind: "CHANGES", devices: about, keys } };
  },
  problemOf: ({ channels: given }) => channelsProblem(given),
});
