import type { Job, ScheduleRunInput } from "../jobs/index.ts";
import type { Schedule } from "./schedule.ts";

/** The job that does what a schedule says. */
export function jobOf({
  id,
  tenantId,
  work,
}: Schedule): Pick<Job, "tenantId" | "kind"> & { readonly input: ScheduleRunInput } {
  const { choice, commands } = work;
  return { tenantId, kind: "RUN_SCHEDULE", input: { scheduleId: id, choice, commands } };
}
