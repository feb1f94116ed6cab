import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { en } from "../../i18n/en/index.ts";
import { windowInput } from "./window-input.ts";
import { windowState, windowText } from "./window-text.ts";

const filled = (fields: Record<string, string>, days: readonly string[] = []): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: " Overhaul ", from: "2026-11-16T06:00", ...fields }))
    form.set(name, value);
  for (const day of days) form.append("day", day);
  return form;
};

describe("[ALM3] what the form of a maintenance window says", () => {
  test("a time of every week, for a project and an alarm", () => {
    const form = filled({ to: "", at: "06:30", hours: "1.5", zone: "Europe/Berlin", project: "p", alarm: "Hot" }, [
      "3",
    ]);

    expect(windowInput(form, true, en)).toMatchObject({
      name: "Overhaul",
      recurrence: { weekdays: [3], start: "06:30", durationMs: 5_400_000, timeZone: "Europe/Berlin" },
      projectId: { id: "p" },
      alarmType: "Hot",
    });
  });

  test.each([
    ["an end before its start", { to: "2026-11-16T05:00" }, [], false, en.maintenance.endFirst],
    ["no day", { hours: "1" }, [], true, en.maintenance.noDay],
    ["longer than a week", { hours: "169" }, ["1"], true, en.maintenance.noDuration],
    ["no time at all", { hours: "" }, ["1"], true, en.maintenance.noDuration],
  ] as const)("%s is said", (_, fields, days, isWeekly, message) => {
    expect(() => windowInput(filled(fields, days), isWeekly, en)).toThrow(message);
  });
});

test("[ALM3] a window says when it is, and whether it is on, to come, over or in between", () => {
  const weekly = { weekdays: [5, 1], start: "06:30", durationMs: 7_200_000, timeZone: "UTC" };
  const window = { active: false, startTs: 1_000, endTs: null, recurrence: weekly } as MaintenanceWindowRecord;

  expect(windowText(window, en, "en")).toBe("Mon, Fri at 06:30 for 2 hr (UTC)");
  expect(windowState(window, 500)).toBe("planned");
  expect(windowState(window, 2_000)).toBe("between");
  expect(windowState({ ...window, endTs: 1_500 }, 2_000)).toBe("over");
  expect(windowState({ ...window, active: true }, 2_000)).toBe("on");
});
