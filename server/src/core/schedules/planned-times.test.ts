import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { plannedTimes, timesOfEach } from "./planned-times.ts";
import type { Schedule } from "./schedule.ts";

test("[SCH1] a calendar of many schedules tells fewer times of each, and that there are more", () => {
  const minutely = { timing: { kind: "CRON", expression: "* * * * *" }, timeZone: "UTC", dueTime: 60_000 };
  const planned = plannedTimes(minutely as unknown as Schedule, epochMs(0), epochMs(3_600_000), timesOfEach(500));

  expect([1, 50, 500, 100_000].map(timesOfEach)).toEqual([200, 200, 20, 10]);
  expect(planned).toMatchObject({ times: { length: 20 }, more: true });
  expect(planned.times.slice(0, 2)).toEqual([60_000, 120_000]);
});
