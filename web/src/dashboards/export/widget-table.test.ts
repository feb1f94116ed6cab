import type { ShownDevice } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { ShownChannel } from "../../channels/use-channels.ts";
import { noAnswer, type QuestionAnswer } from "../page-answer.ts";
import { csvText } from "./csv-text.ts";
import { widgetTable } from "./widget-table.ts";

const pump = { id: { entityType: "DEVICE", id: "a" }, name: '=cmd "P", 1' } as ShownDevice;
const channelOf = (_: ShownDevice | undefined, key: string) =>
  ({ key, title: "Flow", unitShown: "m³/h" }) as ShownChannel;
const answered = (over: Partial<QuestionAnswer>): QuestionAnswer => ({ ...noAnswer, devices: [pump], ...over });

test("[DSH3] a widget is exported as the rows it shows: histories before newest values", () => {
  const series = [{ deviceId: "a", key: "f", form: "ENVELOPE", times: [0], values: [2], min: [1], max: [3] } as const];
  const latest = new Map([["a", { f: { ts: 1_000, value: -4.5 } }]]);

  expect(widgetTable([answered({ latest }), answered({ series })], channelOf)?.rows).toEqual([
    ["1970-01-01T00:00:00.000Z", pump.name, "Flow", "f", "m³/h", 2, 1, 3],
  ]);
  expect(widgetTable([answered({ latest })], channelOf)?.rows).toEqual([
    [pump.name, "Flow", "f", "m³/h", "1970-01-01T00:00:01.000Z", -4.5],
  ]);
  expect(widgetTable([answered({})], channelOf)).toBeUndefined();
});

test("[API12] what is text in a CSV is no formula, and numbers stay numbers", () => {
  const text = csvText({
    head: ["a", "b"],
    rows: [
      [pump.name, -4.5],
      ["@x", "two\nlines"],
    ],
  });

  expect(text).toBe(`\uFEFFa,b\r\n"'=cmd ""P"", 1",-4.5\r\n'@x,"two\nlines"\r\n`);
});
