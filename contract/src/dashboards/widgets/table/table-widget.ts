import { widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, firstOf, keysOf, thresholdsProblem } from "../widget-parts.ts";
import type { TableOptions } from "./table-options.ts";

/** Where no channel is named, as many keys are shown. */
export const shownKeysAtMost = 8;

export const tableWidget = widgetKind<"TABLE", TableOptions>({
  kind: "TABLE",
  defaults: { devices: everyDevice, channels: [], columns: ["TYPE", "CONTACT"] },
  queriesOf: ({ devices: about, channels: given, rows = "DEVICES" }, asked) => {
    const keys = keysOf(given, asked);
    if (rows === "HISTORY")
      return keys.length === 0 ? {} : { history: { kind: "SERIES", devices: about, keys, form: "POINTS" } };
    return { latest: { kind: "LATEST", devices: about, ...(keys.length > 0 && { keys }) } };
  },
  problemOf: ({ channels: given, thresholds: limits }) => firstOf(channelsProblem(given), thresholdsProblem(limits)),
});
