import { duration, longSpan, wholeNumber } from "../setting-kinds.ts";

/** Work that goes on after the answer. */
export const jobsSettings = {
  jobsPerTenant: wholeNumber("HELIO_JOBS_PER_TENANT", 20, "Jobs of a tenant that wait or are being done", {
    min: 1,
    max: 10_000,
  }),
  jobsAtOnce: wholeNumber("HELIO_JOBS_AT_ONCE", 2, "Jobs that are done at once; of one tenant never more than one", {
    min: 1,
    max: 100,
  }),
  longJobsAtOnce: wholeNumber(
    "HELIO_LONG_JOBS_AT_ONCE",
    2,
    "Reports and fillings of calculated channels that are done at once, beside other jobs; of one tenant one of each",
    { min: 1, max: 100 },
  ),
  jobRetention: duration("HELIO_JOB_RETENTION", "30d", "A job that is over is shown so long", longSpan),
} as const;
