import type { AreaCondition, AreaPlace } from "@heliograph/contract";
import { expect, test } from "vitest";
import { met, type RuleValue, unknown, unmet } from "../values.ts";
import { compileArea } from "./compile-area.ts";

const inputs = ["lat", "lon"];
const judged = (shape: Partial<AreaCondition>, ...values: (RuleValue | undefined)[]) => {
  const area = { kind: "AREA", latitude: "lat", longitude: "lon", where: "INSIDE", ...shape } as const;
  return compileArea(area, (name) => inputs.indexOf(name))(values, { held: 0 });
};
const at = (latitude: number, longitude: number): AreaPlace => ({ latitude, longitude });
const munich = at(48.137, 11.575);

test("[RUL1] a circle is as wide as its metres, to the north and to the east", () => {
  const circle = { ...munich, radius: 1_000 };
  const [north, east] = [0.5 / 111.2, 0.5 / (111.2 * Math.cos((48.137 * Math.PI) / 180))];

  expect(judged({ circle }, 48.137 + 1.9 * north, 11.575)).toBe(met);
  expect(judged({ circle }, 48.137 + 2.1 * north, 11.575)).toBe(unmet);
  expect(judged({ circle }, 48.137, 11.575 - 1.9 * east)).toBe(met);
  expect(judged({ circle }, 48.137, 11.575 - 2.1 * east)).toBe(unmet);
  expect(judged({ circle, where: "OUTSIDE" }, 48.137, 11.575 - 2.1 * east)).toBe(met);
});

test("[RUL1] a polygon may have a bay", () => {
  const corners = [at(0, 0), at(0, 10), at(10, 10), at(2, 5), at(10, 0)];

  expect(judged({ corners }, 1, 5)).toBe(met);
  expect(judged({ corners }, 8, 5)).toBe(unmet);
  expect(judged({ corners }, 8, 1)).toBe(met);
  expect(judged({ corners }, 5, 11)).toBe(unmet);
});

test("[RUL1] areas go on beyond the date line", () => {
  const corners = [at(-1, 179), at(-1, -179), at(1, -179), at(1, 179)];
  const circle = { ...at(0, 179.9), radius: 50_000 };

  expect([judged({ corners }, 0, 179.5), judged({ corners }, 0, -179.5)]).toEqual([met, met]);
  expect([judged({ corners }, 0, 178), judged({ corners }, 0, -178), judged({ corners }, 0, 0)]).toEqual(
    Array(3).fill(unmet),
  );
  expect([judged({ circle }, 0, -179.9), judged({ circle }, 0, -179)]).toEqual([met, unmet]);
});

test.for<(RuleValue | undefined)[]>([
  [undefined, 11],
  [48, undefined],
  ["48", 11],
  [999, 11],
  [48, 181],
  [Number.NaN, 11],
])("[RUL1] half a position or none is neither inside nor outside: %j", (values) => {
  const circle = { ...munich, radius: 1_000 };

  expect(judged({ circle }, ...values)).toBe(unknown);
  expect(judged({ circle, where: "OUTSIDE" }, ...values)).toBe(unknown);
});

test("[RUL5] a shape nobody knows is no rule", () => {
  expect(() => judged({}, 48, 11)).toThrow(/without a circle/);
});
