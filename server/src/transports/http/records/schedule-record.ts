import type {
  CommandInput,
  NotificationRecipients,
  ScheduleAction,
  ScheduleRecord,
  ScheduleRunRecord,
  ScheduleToSave,
} from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { CommandBody } from "../../../core/commands/index.ts";
import { choiceOf } from "../../../core/devices/index.ts";
import type { Schedule, ScheduledWork, ScheduleProperties, ScheduleRun } from "../../../core/schedules/index.ts";
import type { ScheduleId } from "../../../kernel/ids.ts";
import { commandBodyOf } from "./command-record.ts";
import { devicesOf } from "./device-choice-record.ts";
import { reportIdOf } from "./report-record.ts";

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

function workOf(action: ScheduleAction): ScheduledWork {
  switch (action.kind) {
    case "REPORT":
      return { kind: action.kind, reportId: reportIdOf(action.reportId) };
    case "NOTIFY": {
      const { kind, recipients, channels = ["INBOX", "MAIL"], text, language = "en" } = action;
      return { kind, recipients: inLowerCase(recipients), channels, text, language };
    }
    case "COMMANDS": {
      const { kind, commands, ...devices } = action;
      const queued = commands.map((sent) => ({ command: commandBodyOf(sent), expiresInMs: sent.expiresIn ?? null }));
      return { kind, choice: choiceOf(devices), commands: queued };
    }
    case "PUBLISH_TELEMETRY": {
      const { kind, key, value, ...devices } = action;
      return { kind, key, value, choice: choiceOf(devices) };
    }
    case "PUBLISH_ATTRIBUTE": {
      const { kind, scope, key, value, ...devices } = action;
      return { kind, scope, key, value, choice: choiceOf(devices) };
    }
  }
}

/** As it was sent. */
function actionOf(work: ScheduledWork): ScheduleAction {
  if (work.kind === "REPORT") return work;
  if (work.kind === "NOTIFY") return { ...work, channels: [...work.channels] };
  const { choice, ...rest } = work;
  if (rest.kind !== "COMMANDS") return { ...rest, ...devicesOf(choice) };
  const commands = rest.commands.map(({ command, expiresInMs }) => ({
    ...commandInputOf(command),
    ...(expiresInMs !== null && { expiresIn: expiresInMs }),
  }));
  return { kind: rest.kind, ...devicesOf(choice), commands };
}

function commandInputOf(command: CommandBody): CommandInput {
  switch (command.type) {
    case "RPC":
      return { type: "RPC", method: command.method, params: parseJsonText(command.params) };
    case "SCRIPT":
      return { type: "SCRIPT", text: command.text };
    case "SCPI":
      return { type: "SCPI", target: command.target, text: command.text };
    default:
      throw new Error(`no schedule queues ${command.type}`);
  }
}

/** Ids as they are stored. */
function inLowerCase({ userIds, roleIds, projectIds, webhookIds, ...rest }: NotificationRecipients) {
  const lower = (ids: readonly string[]) => ids.map((id) => id.toLowerCase());
  return {
    ...rest,
    ...(userIds && { userIds: lower(userIds) }),
    ...(roleIds && { roleIds: lower(roleIds) }),
    ...(projectIds && { projectIds: lower(projectIds) }),
    ...(webhookIds && { webhookIds: lower(webhookIds) }),
  };
}
