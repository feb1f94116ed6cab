import { expect, test } from "vitest";
import { type DeviceFilterNode, filterProblem } from "./filter.ts";

test("[PRJ2] a condition that makes no sense is named by its place, as it is counted on a page, too", () => {
  const named = { kind: "NAME", comparison: "CONTAINS", text: "a" } as const;
  const nameless = { ...named, text: "" } as const;
  const filter = (...conditions: DeviceFilterNode["conditions"]): DeviceFilterNode => ({ kind: "ALL", conditions });

  expect(filterProblem(filter(named))).toBeUndefined();
  expect(filterProblem(filter(nameless))).toEqual({ name: "TEXT_EMPTY", condition: "1", at: "filter.conditions.0" });
  expect(filterProblem(filter(named, filter(named, nameless)))).toEqual({
    name: "TEXT_EMPTY",
    condition: "2.2",
    at: "filter.conditions.1.conditions.1",
  });
});
