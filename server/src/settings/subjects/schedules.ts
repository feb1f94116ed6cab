import { duration, wholeNumber } from "../setting-kinds.ts";

/** What runs by the clock. */
export const schedulesSettings = {
  schedulesPerTenant: wholeNumber("HELIO_SCHEDULES_PER_TENANT", 500, "Schedules a tenant may have", {
    min: 1,
    max: 10_000,
  }),
  scheduleRuns: wholeNumber("HELIO_SCHEDULE_RUNS", 200, "Runs of a schedule that are kept", { min: 1, max: 10_000 }),
  scheduleLate: duration(
    "HELIO_SCHEDULE_LATE",
    "1min",
    "A run that is later than this fell due while no node ran: it is left out or made up for, as its schedule says",
    { min: "1s", max: "1d" },
  ),
} as const;
