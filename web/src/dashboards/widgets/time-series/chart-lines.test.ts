import type { ShownDevice, WidgetOptions } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import type { AnsweredSeries } from "../../page-answer.ts";
import { chartLines } from "./chart-lines.ts";

const devices = [{ id: { entityType: "DEVICE", id: "a" }, name: "P-01" } as ShownDevice];
const channelOf = (_: ShownDevice | undefined, key: string) => ({ key, title: key, unitShown: "°C" }) as ShownChannel;
const envelope = (key: string, times: readonly number[]): AnsweredSeries => ({
  ...{ deviceId: "a", key, form: "ENVELOPE", times, values: times, interval: 1 },
  ...{ min: times, max: times },
});
const linesOf = (options: Partial<WidgetOptions<"TIME_SERIES">>, series = ["t"], before: readonly string[] = []) =>
  chartLines({
    ...{ devices, channelOf, beforeName: "1 d before" },
    options: { devices: { kind: "DEVICES", deviceIds: ["a"] }, channels: series.map((key) => ({ key })), ...options },
    series: series.map((key) => envelope(key, [101, 102])),
    before: before.map((key) => envelope(key, [1, 2])),
  });

test("[DSH3] a line has the name, colour, side and dashes its widget gives it", () => {
  const look = { key: "t", label: "Bearing", colour: "#123456", axis: "RIGHT", dashed: true } as const;

  expect(linesOf({ channels: [look] })).toMatchObject([
    { label: "Bearing", colour: "#123456", axis: "RIGHT", isDashed: true, min: [101, 102] },
  ]);
});

test("[DSH3] steps and bands keep their bounds, bars tell one number each", () => {
  expect(linesOf({ draw: "STEP" })).toMatchObject([{ draw: "STEP", min: [101, 102] }]);
  expect(linesOf({ draw: "BAND" })).toMatchObject([{ draw: "BAND", max: [101, 102] }]);
  expect(linesOf({ draw: "BARS" })[0]).toEqual({
    ...{ label: "t", unit: "°C", draw: "BARS", times: [101, 102], values: [101, 102] },
    series: { id: "t", place: 0 },
  });
});

test("[DSH3] what was before lies beneath: moved to now, of one colour with what is, without bounds", () => {
  const lines = linesOf({ shiftMs: 100 }, ["v", "t"], ["t", "gone"]);

  expect(lines.slice(2)).toEqual([
    { label: "t · 1 d before", unit: "°C", times: [101, 102], values: [1, 2], shadowOf: 1 },
    {
      label: "gone · 1 d before",
      unit: "°C",
      times: [101, 102],
      values: [1, 2],
      isDashed: true,
      series: { id: "gone", place: 0 },
    },
  ]);
});

test("[DSH3] thresholds of a chart with several channels stand on the axis of the first", () => {
  const lines = linesOf({ thresholds: [{ above: 5, severity: "alarm" }] }, ["v", "t"]);

  expect(lines.map(({ limits }) => limits)).toEqual([{ alarmAbove: 5 }, undefined]);
});
