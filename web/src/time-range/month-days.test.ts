import { expect, test } from "vitest";
import { dayByKey, monthsLater, weeksAround } from "./month-days.ts";

test("[DSH1] a month is whole weeks from Monday on", () => {
  const weeks = weeksAround("2026-11-17");

  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([6, "2026-10-26", "2026-12-06"]);
  expect(weeksAround("2027-02-14").flat()).toHaveLength(28);
});

test("[DSH1] keys lead to other days, weeks and months", () => {
  const keys = ["ArrowLeft", "ArrowDown", "Home", "End", "PageUp", "Enter"];

  expect(keys.map((key) => dayByKey("2026-11-01", key))).toEqual([
    ...["2026-10-31", "2026-11-08", "2026-10-26", "2026-11-01", "2026-10-01", undefined],
  ]);
  expect([dayByKey("2024-02-29", "PageDown", true), dayByKey("2026-11-01", "PageUp", true)]).toEqual([
    ...["2025-02-28", "2025-11-01"],
  ]);
  expect([monthsLater("2026-12-31", 2), monthsLater("2026-01-31", -1)]).toEqual(["2027-02-28", "2025-12-31"]);
});
