import { expect, test } from "vitest";
import { measuredText } from "./measured.ts";
import { readingsIn, readingsOf } from "./reading.ts";

const limits = [{ input: "t", key: "temperature", comparison: "GREATER", limit: 95 }];
const ofRule = { rule: "Hot", ruleId: "1", cause: "MET", values: { t: 99, speed: 5 }, limits };

test("[NTF1] what was compared is told with its limit; without a limit all that was looked at", () => {
  const { limits: _, ...expression } = ofRule;

  expect(readingsIn(ofRule)).toEqual([{ key: "temperature", value: 99, limit: 95, comparison: "GREATER" }]);
  expect(readingsIn(expression)).toEqual([
    { key: "t", value: 99 },
    { key: "speed", value: 5 },
  ]);
});

test("[NTF1] values of alarms raised over the API are told, and nothing of any other JSON", () => {
  expect(readingsIn({ temperature: 99, why: "x".repeat(200) })).toEqual([
    { key: "temperature", value: 99 },
    { key: "why", value: "x".repeat(100) },
  ]);
  expect([null, 5, "text", [1], { a: {} }, { policy: "p", failure: "f" }].map(readingsIn)).toEqual(Array(6).fill([]));
});

test("[NTF1] where nothing was measured, nothing is told as if it were", () => {
  expect(readingsIn({ ...ofRule, cause: "NO_DATA" })).toEqual([]);
  expect(readingsOf({ details: ofRule }, "CLEARED")).toEqual([]); // a person cleared it
  expect(readingsOf({ details: { ...ofRule, clearedBy: { cause: "NO_DATA", values: { t: 1 } } } }, "CLEARED")).toEqual(
    [],
  );
});

test("[ALM1] of an alarm that is over its beginning is told with what caused it, its end with what ended it", () => {
  const details = { ...ofRule, clearedBy: { cause: "NOT_MET", values: { t: 50, speed: 5 }, limits } };

  expect(readingsOf({ details }, "RAISED")).toMatchObject([{ key: "temperature", value: 99, limit: 95 }]);
  expect(readingsOf({ details }, "CLEARED")).toMatchObject([{ key: "temperature", value: 50, limit: 95 }]);
  expect(readingsOf({ details: { ...ofRule, cause: "NOT_MET" } }, "CLEARED")).toHaveLength(1); // by an older version
});

test("[NTF1] a file is told by its name, and that something is what it was compared with is told once", () => {
  const arrived = { input: "f", key: null, comparison: "EQUAL", limit: "ARRIVED" };
  const of = { rule: "Files", ruleId: "1", cause: "MET", values: { f: "ARRIVED" }, limits: [arrived] };

  const readings = readingsIn({ ...of, file: "run 7.csv" });
  expect(measuredText(readings, "en")).toEqual(["file run 7.csv"]);
  expect(measuredText(readings, "de")).toEqual(["Datei run 7.csv"]);
  expect(measuredText(readingsIn(of), "en")).toEqual(["f ARRIVED"]);
});
