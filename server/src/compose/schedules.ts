import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { SqlScheduleStore } from "../adapters/sql/stores/schedule-store.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { Jobs } from "../core/jobs/index.ts";
import { ScheduleClock, Schedules } from "../core/schedules/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** What runs by the clock, and who looks at it. */
export interface ScheduleParts {
  readonly schedules: Schedules;
  readonly scheduleClock: ScheduleClock;
}

interface Around {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function composeSchedules(config: Config, { database, logger, ...rest }: Around): ScheduleParts {
  const parts = { ...rest, store: new SqlScheduleStore(database) };
  const runsKept = config.scheduleRuns;
  return {
    schedules: new Schedules(parts, { perTenant: config.schedulesPerTenant, runsKept }),
    scheduleClock: new ScheduleClock(
      {
        ...parts,
        onError: (error, { id, name }) => logger.error({ err: error, schedule: id, name }, "a schedule is held up"),
      },
      { lateAfterMs: config.scheduleLate, runsKept },
    ),
  };
}
