import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { SqlJobChangeStore } from "../adapters/sql/stores/job-change-store.ts";
import { SqlJobStore } from "../adapters/sql/stores/job-store.ts";
import type { Callers } from "../core/access/index.ts";
import type { AlarmHandling, Alarms } from "../core/alarms/index.ts";
import type { Attributes } from "../core/attributes/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { Commands } from "../core/commands/index.ts";
import type { DeviceGroups, GroupMembers } from "../core/device-groups/index.ts";
import type { DeviceTypes } from "../core/device-types/index.ts";
import type { Devices } from "../core/devices/index.ts";
import {
  acknowledgeAlarmsKind,
  DeviceChooser,
  deleteDevicesKind,
  type JobKind,
  JobRunner,
  Jobs,
  moveDevicesKind,
  runScheduleKind,
  type ScheduledMessages,
  sendCommandKind,
  setAttributesKind,
  setTypeKind,
  type Undoable,
  undoAttributes,
  undoJobKind,
  undoMove,
  undoType,
} from "../core/jobs/index.ts";
import type { Projects } from "../core/projects/index.ts";
import type { Ingest } from "../core/telemetry/index.ts";
import type { Clock } from "../kernel/time.ts";
import { Troubles } from "../kernel/troubles.ts";
import type { Config } from "../settings/config.ts";

/** Work that goes on after the answer, and who does it. */
export interface JobParts {
  readonly jobs: Jobs;
  readonly jobRunner: JobRunner;
}

interface Around {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly callers: Callers;
  readonly devices: Devices;
  readonly deviceTypes: DeviceTypes;
  readonly deviceGroups: DeviceGroups;
  readonly groupMembers: GroupMembers;
  readonly projects: Projects;
  readonly commands: Commands;
  readonly alarms: Alarms;
  readonly alarmHandling: AlarmHandling;
  readonly attributes: Attributes;
  readonly ingest: Ingest;
  readonly messages: ScheduledMessages;
  readonly fillChannel: JobKind<never>;
  readonly makeReport: JobKind<never>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function composeJobs(config: Config, around: Around): JobParts {
  const { database, logger, ...rest } = around;
  const store = new SqlJobStore(database);
  const parts = { ...rest, store, kinds: kindsOf(around) };
  const troubles = new Troubles({
    begins: (error) => logger.error({ err: error }, "jobs are held up"),
    over: (failures) => logger.info({ failures }, "jobs go on"),
  });
  const onError = (error: unknown, job?: { readonly id: string; readonly kind: string }) => {
    if (!job) troubles.met("jobs", error);
    else logger.error({ err: error, job: job.id, kind: job.kind }, "a job is held up");
  };
  const onLooked = () => troubles.well("jobs");
  return {
    jobs: new Jobs(parts, config.jobsPerTenant),
    jobRunner: new JobRunner(
      { ...parts, onError, onLooked },
      { atOnce: config.jobsAtOnce, longAtOnce: config.longJobsAtOnce, leaseMs: config.workLease },
    ),
  };
}

/** Every kind of job there is. Each checks what it is given by its own input, which it wrote itself. */
function kindsOf(around: Around): readonly JobKind[] {
  const chooser = new DeviceChooser(around);
  const changes = new SqlJobChangeStore(around.database);
  const undoable = [undoMove(around), undoAttributes(around), undoType(around)];
  const kinds = [
    moveDevicesKind({ ...around, chooser, changes }),
    setAttributesKind({ ...around, chooser, changes }),
    setTypeKind({ ...around, chooser, changes, types: around.deviceTypes }),
    undoJobKind({ changes, devices: around.devices, undoable: undoable as readonly Undoable<never>[] }),
    deleteDevicesKind(chooser, around.devices),
    acknowledgeAlarmsKind({ ...around, chooser }),
    sendCommandKind({ ...around, chooser }),
    runScheduleKind({ ...around, chooser }),
    around.fillChannel,
    around.makeReport,
  ];
  return kinds as readonly JobKind<never>[] as readonly JobKind[];
}
