import { knownWidget, widgetKinds } from "@heliograph/contract";
import { expect, test } from "vitest";
import { lackOf } from "./lacking.ts";

test("[DSH4] a new widget of every kind says what it lacks, or shows something by itself", () => {
  const said = widgetKinds.map(({ kind, version, defaults }) => {
    const widget = knownWidget({ kind, version, options: { ...defaults } });
    return [kind, widget && lackOf(widget)];
  });

  expect(Object.fromEntries(said)).toEqual({
    ...{ TIME_SERIES: "channel", VALUE: "channel", GAUGE: "channel", BARS: "channel", STATE_TIMELINE: "channel" },
    ...{ TEXT: "text", CONTROL: "control", IMAGE: "picture", LINK: "link", EMBED: "address" },
    ...{ TABLE: undefined, MAP: undefined, ALARM_LIST: undefined, FILE_LIST: undefined },
  });
});

test("[DSH4] one that was told lacks nothing", () => {
  const options = { devices: { kind: "ALL" }, form: "BUTTON", writes: "RPC", method: "reset" };
  const widget = knownWidget({ kind: "CONTROL", version: 1, options });

  expect(widget && lackOf(widget)).toBeUndefined();
});
