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
  thresholds,
  thresholdsProblem,
} from "./widget-parts.ts";

const schema = Type.Object(
  {
    devices,
    channels: channels(50),
    rows: Type.Optional(
      Type.Enum(["DEVICES", "HISTORY"], {
        description: "The newest values, a row for each device; or the history, a row for each moment",
        examples: ["DEVICES"],
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.Enum(["TYPE", "LABEL", "CONTACT", "ALARMS"]), {
        maxItems: 4,
        description: "Beside the channels",
      }),
    ),
    opens: Type.Optional(Type.String({ maxLength: 64, description: "Page that a row opens, with its device" })),
    thresholds,
  },
  { ...closed, description: "A table" },
);

/** Where no channel is named, as many keys are shown. */
export const shownKeysAtMost = 8;

export const tableWidget = widgetKind({
  kind: "TABLE",
  schema,
  defaults: { devices: everyDevice, channels: [], columns: ["TYPE", "CONTACT"] },
  queriesOf: ({ devices: about, channels: given, rows = "DEVICES" }, asked) => {
    const keys = keysOf(given, asked);
    if (rows === "HISTORY")
      return keys.length === 0 ? {} : { history: { kind: "SERIES", devices: about, keys, form: "POINTS" } };
    return { latest: { kind: "LATEST", devices: about, ...(keys.length > 0 && { keys }) } };
  },
  problemOf: ({ channels: given, thresholds: limits }) => firstOf(channelsProblem(given), thresholdsProblem(limits)),
});
