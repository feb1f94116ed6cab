import type { Widget } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { ShownChannel } from "../../channels/use-channels.ts";
import { wantedChannels, withKeys } from "./widget-channels.ts";

const ofType = {
  title: "Temperature",
  label: "Temperature",
  unitShown: "°C",
  limits: { warnAbove: 80, alarmAbove: 90 },
};
const channelOf = (_: unknown, key: string) => ({ key, ...ofType }) as ShownChannel;
const table = (options: object): Widget =>
  ({ kind: "TABLE", version: 1, options: { devices: { kind: "ALL" }, channels: [], ...options } }) as Widget;

test("[DSH3] a channel is called and told as the widget wants it, others as the device type says", () => {
  const widget = table({ channels: [{ key: "t", label: "Bearing", unit: "[degF]", decimals: 2 }] });
  const wanted = wantedChannels(channelOf, widget);

  expect(wanted(undefined, "t")).toMatchObject({ title: "Bearing", unitShown: "°F", decimals: 2 });
  expect(wanted(undefined, "other")).toMatchObject(ofType);
});

test("[DSH3] thresholds count beside those of the device type: the stricter one of each kind", () => {
  const thresholds = [
    { above: 70, severity: "warning" },
    { above: 95, severity: "alarm" },
    { below: 5, severity: "alarm" },
    { below: 2, severity: "alarm" },
  ];

  expect(wantedChannels(channelOf, table({ thresholds }))(undefined, "t").limits).toEqual({
    ...{ warnAbove: 70, alarmAbove: 90, alarmBelow: 5 },
  });
});

test("[DSH1] a variable is the channel it stands for, with the widget's own name for it", () => {
  const widget = table({ channels: [{ key: "t" }, { variable: "what", label: "Chosen" }, { variable: "gone" }] });

  expect(withKeys(widget, new Map([["what", "vibration"]])).options).toMatchObject({
    channels: [{ key: "t" }, { key: "vibration", label: "Chosen" }, { variable: "gone" }],
  });
});
