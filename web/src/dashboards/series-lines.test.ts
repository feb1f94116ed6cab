import type { ShownDevice } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { ShownChannel } from "../channels/use-channels.ts";
import type { AnsweredSeries } from "./page-answer.ts";
import { devicesWithout, lastSeen, seriesLines } from "./series-lines.ts";

const device = (id: string, name: string) => ({ id: { entityType: "DEVICE", id }, name }) as ShownDevice;
const devices = [device("a", "P-01"), device("b", "P-02")];
const channelOf = (_: ShownDevice | undefined, key: string) =>
  ({ key, title: key === "t" ? "Temperature" : key, unitShown: "°C", limits: { warnAbove: 80 } }) as ShownChannel;
const series = (deviceId: string, key: string, over: Partial<AnsweredSeries> = {}): AnsweredSeries => ({
  ...{ deviceId, key, form: "POINTS", times: [1, 2], values: [1, "off"] },
  ...over,
});
const labelsOf = (...all: readonly AnsweredSeries[]) => seriesLines(all, devices, channelOf).map(({ label }) => label);

test("[DSH3] lines are named by what tells them apart", () => {
  expect(labelsOf(series("a", "t"))).toEqual(["P-01 Temperature"]);
  expect(seriesLines([series("a", "t")], devices, channelOf, { isOfOne: true })[0]?.label).toBe("Temperature");
  expect(labelsOf(series("a", "t"), series("b", "t"))).toEqual(["P-01", "P-02"]);
  expect(labelsOf(series("a", "t"), series("a", "v"))).toEqual(["Temperature", "v"]);
  expect(labelsOf(series("a", "t"), series("b", "v"))).toEqual(["P-01 Temperature", "P-02 v"]);
});

test("[DSH3] a line has the colour of its device, also when no other is left; of one device, that of its channel", () => {
  const ids = (...all: readonly AnsweredSeries[]) =>
    seriesLines(all, devices, channelOf).map((line) => line.series?.id);

  expect(ids(series("a", "t"), series("b", "t"))).toEqual(["a", "b"]);
  expect(ids(series("b", "t"))).toEqual(["b"]);
  expect(ids(series("a", "t"), series("a", "v"))).toEqual(["t", "v"]);
});

test("[DSH3] a second quantity of several devices is dashed", () => {
  const lines = seriesLines([series("a", "t"), series("b", "t"), series("a", "v")], devices, channelOf);

  expect(lines.map(({ isDashed = false }) => isDashed)).toEqual([false, false, true]);
});

test("[DSH3] what is no number is a gap, and what has nothing is no line", () => {
  const lines = seriesLines([series("a", "t"), series("b", "t", { times: [], values: [] })], devices, channelOf);

  expect(lines).toMatchObject([{ unit: "°C", values: [1, null], limits: { warnAbove: 80 } }]);
  expect(lines).toHaveLength(1);
});

test("[DSH4] an empty chart knows which device sent something last, and when", () => {
  const empty = (deviceId: string, lastTs: number | null) =>
    series(deviceId, "t", { form: "EMPTY", times: [], lastTs });

  expect(lastSeen([empty("a", 5), empty("b", 9), empty("c", null)])).toEqual({ deviceId: "b", ts: 9 });
  expect(lastSeen([empty("a", null)])).toBeUndefined();
});

test("[DSH4] devices without a line are named where they had something before", () => {
  const empty = (deviceId: string, lastTs: number | null) =>
    series(deviceId, "t", { form: "EMPTY", times: [], lastTs });

  expect(devicesWithout([series("a", "t"), empty("b", 9)], devices)).toEqual(["P-02"]);
  expect(devicesWithout([series("a", "t"), empty("a", 9), empty("b", null)], devices)).toEqual([]);
});
