import { expect, test } from "vitest";
import { moved, takenOver, typedNumber, typedScalar, withField } from "./draft.ts";

test("a field that says nothing is not there", () => {
  const channel: { key: string; unit?: string; limits?: { warnAbove?: number } } = { key: "a", unit: "V" };

  expect(withField(channel, "unit", "")).toEqual({ key: "a" });
  expect(withField(channel, "limits", {})).toEqual(channel);
  expect(withField(channel, "limits", { warnAbove: 1 })).toEqual({ ...channel, limits: { warnAbove: 1 } });
});

test("what is typed becomes a number where it is one", () => {
  expect([typedNumber("1,5"), typedNumber(" "), typedNumber("x"), typedNumber("-3")]).toEqual([
    1.5,
    undefined,
    undefined,
    -3,
  ]);
  expect([typedScalar("9"), typedScalar("true"), typedScalar("open"), typedScalar("")]).toEqual([9, true, "open", ""]);
});

test("items move by one place and stay at the ends", () => {
  expect([moved([1, 2, 3], 0, 1), moved([1, 2, 3], 0, -1), moved([1, 2, 3], 2, 1)]).toEqual([
    [2, 1, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test("[TYP2] seen keys are taken over once, with the kind their values have", () => {
  const seen = [
    { key: "a", kind: "number" as const },
    { key: "b", kind: "state" as const },
  ].map((one) => ({
    ...one,
    ...{ devices: 1, ts: 1, value: "1" },
  }));

  expect(takenOver([{ key: "a", unit: "V" }], seen)).toEqual([
    { key: "a", unit: "V" },
    { key: "b", kind: "state" },
  ]);
});
