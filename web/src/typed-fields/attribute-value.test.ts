import { exactJson, parsedExactly } from "@heliograph/client";
import { expect, test } from "vitest";
import { editorText, kindOf, parsedValue, valueKinds } from "./attribute-value.ts";

test("a value that was read, shown and saved again is the same", () => {
  const values = ["text", "12", 12.5, -1e-7, true, false, { a: [1, "x"] }, []];

  const again = values.map((value) => parsedValue(kindOf(value), editorText(value)));

  expect(again).toEqual(values.map((value) => ({ value })));
});

test("[TEL3] integers beyond a double keep their digits, as a number and inside of JSON", () => {
  const stored = ["9007199254740993", '{"limit":9007199254740993}'].map((text) => parsedExactly(text));

  const again = stored.map((value) => parsedValue(kindOf(value), editorText(value)));

  expect(stored.map(kindOf)).toEqual(["number", "json"]);
  expect(again.map((parsed) => "value" in parsed && exactJson(parsed.value))).toEqual([
    "9007199254740993",
    '{"limit":9007199254740993}',
  ]);
});

test("what is not a number, or not JSON, is told", () => {
  expect(parsedValue("number", "12 V")).toEqual({ problem: "number" });
  expect(parsedValue("number", " ")).toEqual({ problem: "number" });
  expect(parsedValue("json", "{a}")).toMatchObject({ problem: "json" });
});

test("any text is a text", () => {
  expect(valueKinds.map((kind) => "value" in parsedValue(kind, "<img onerror=x>"))).toEqual([true, false, true, false]);
});
