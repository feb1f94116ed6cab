import type { EpochMs } from "../../kernel/time.ts";
import type { Job, ScheduleRunInput } from "../jobs/index.ts";
import type { ReportJobInput } from "../reports/index.ts";
import type { Schedule } from "./schedule.ts";

type RunOf = Pick<Schedule, "id" | "tenantId" | "name" | "work" | "timeZone">;
type RunJob = Pick<Job, "tenantId" | "kind"> & { readonly input: ScheduleRunInput | ReportJobInput };

/** The job that does what a schedule says, for the time at which it was due. */
export function jobOf({ id, tenantId, name, work, timeZone }: RunOf, dueTime: EpochMs): RunJob {
  if (work.kind === "REPORT") {
    const { reportId } = work;
    return { tenantId, kind: "MAKE_REPORT", input: { reportId, trigger: "TIME", at: dueTime, timeZone } };
  }
  return { tenantId, kind: "RUN_SCHEDULE", input: { ...work, scheduleId: id, name, dueTime } };
}
