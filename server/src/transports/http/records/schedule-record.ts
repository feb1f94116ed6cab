import type {
  CommandInput,
  ScheduleAction,
  ScheduleRecord,
  ScheduleRunRecord,
  ScheduleToSave,
} from "@heliograph/contract";
import { choiceOf } from "../../../core/devices/index.ts";
import type { Schedule, ScheduledWork, ScheduleProperties, ScheduleRun } from "../../../core/schedules/index.ts";
import type { ScheduleId } from "../../../kernel/ids.ts";
import { commandBodyOf } from "./command-record.ts";

export const scheduleIdOf = (text: string): ScheduleId => text.toLowerCase() as ScheduleId;

export const scheduleRecordOf = (schedule: Schedule): ScheduleRecord => ({
  id: { entityType: "SCHEDULE", id: schedule.id },
  createdTime: schedule.createdTime,
  updatedTime: schedule.updatedTime,
  tenantId: { entityType: "TENANT", id: schedule.tenantId },
  name: schedule.name,
  description: schedule.description,
  enabled: schedule.enabled,
  timing: schedule.timing,
  timeZone: schedule.timeZone,
  missed: schedule.missed,
  action: actionOf(schedule.work),
  version: schedule.version,
  runsAs: schedule.maker.username,
  nextTime: schedule.dueTime,
});

export const runRecordOf = ({ scheduleId: _, jobId, ...run }: ScheduleRun): ScheduleRunRecord => ({
  ...run,
  jobId: jobId === null ? null : { entityType: "JOB", id: jobId },
});

export function schedulePropertiesOf(sent: ScheduleToSave): ScheduleProperties {
  const { name, description, enabled, timing, timeZone, missed = "SKIP", action } = sent;
  return { name, description: description || null, enabled, timing, timeZone, missed, work: workOf(action) };
}

function workOf({ kind, commands, ...devices }: ScheduleAction): ScheduledWork {
  const queued = commands.map((sent) => ({ command: commandBodyOf(sent), expiresInMs: sent.expiresIn ?? null }));
  return { kind, choice: choiceOf(devices), commands: queued };
}

/** As it was sent; a filter without a condition is all. */
function actionOf({ kind, choice, commands }: ScheduledWork): ScheduleAction {
  const sent = commands.map(({ command, expiresInMs }) => ({
    ...commandInputOf(command),
    ...(expiresInMs !== null && { expiresIn: expiresInMs }),
  }));
  if ("deviceIds" in choice) return { kind, deviceIds: [...choice.deviceIds], commands: sent };
  const isAll = Object.keys(choice.filter).length === 0;
  return { kind, ...(isAll ? { all: true } : { filter: choice.filter }), commands: sent };
}

function commandInputOf(command: ScheduledWork["commands"][number]["command"]): CommandInput {
  switch (command.type) {
    case "RPC":
      return { type: "RPC", method: command.method, params: JSON.parse(command.params) };
    case "SCRIPT":
      return { type: "SCRIPT", text: command.text };
    case "SCPI":
      return { type: "SCPI", target: command.target, text: command.text };
    default:
      throw new Error(`no schedule queues ${command.type}`);
  }
}
