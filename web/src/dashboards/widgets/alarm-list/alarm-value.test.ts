import { expect, test } from "vitest";
import { alarmValue } from "./alarm-value.ts";

test("[DSH3] an alarm tells the value that caused it", () => {
  expect(alarmValue({ ruleId: "r", rule: "Too hot", values: { bearing: 92.4, load: 3 } })).toEqual({
    ...{ key: "bearing", value: 92.4 },
  });
  expect(alarmValue({ temperature: 90.4, limit: 90 })).toEqual({ key: "temperature", value: 90.4 });
});

test("[DSH3] an alarm that tells no value has none", () => {
  const told = [null, undefined, "hot", [1], {}, { ruleId: "r", cause: "POINT" }, { values: { at: { x: 1 } } }];

  expect(told.map(alarmValue)).toEqual(told.map(() => undefined));
});
