import type {
  ScheduleAction,
  ScheduledAttribute,
  ScheduledCommands,
  ScheduledMessage,
  ScheduledReport,
  ScheduledTelemetry,
} from "@heliograph/contract";
import { choiceOf } from "./device-choice.ts";

export type ActionKind = ScheduleAction["kind"];
export type Publishing = ScheduledTelemetry | ScheduledAttribute;
/** What is done to devices; the others name their own. */
type DeviceAction = Exclude<ScheduleAction, ScheduledReport | ScheduledMessage>;

/** What a schedule can do, what is wanted most first. */
export const actionKinds: readonly ActionKind[] = [
  ...(["COMMANDS", "REPORT", "NOTIFY", "PUBLISH_TELEMETRY", "PUBLISH_ATTRIBUTE"] as const),
];

/** Another version may have saved what this one does not know. */
export const isKnownAction = ({ kind }: ScheduleAction): boolean => actionKinds.includes(kind);

export const isOfDevices = (action: ScheduleAction): action is DeviceAction =>
  isKnownAction(action) && action.kind !== "REPORT" && action.kind !== "NOTIFY";

/** A night's self-test, until something else is said. */
export const selfTest: ScheduledCommands = {
  kind: "COMMANDS",
  deviceIds: [],
  commands: [{ type: "SCPI", target: "dev", text: "*TST?" }],
};

/** Another kind, for the same devices. */
export function actionOfKind(kind: ActionKind, before: ScheduleAction, reportId: string): ScheduleAction {
  const choice = isOfDevices(before) ? choiceOf(before) : { deviceIds: [] };
  switch (kind) {
    case "COMMANDS":
      return { kind, ...choice, commands: selfTest.commands };
    case "REPORT":
      return { kind, reportId };
    case "NOTIFY":
      return { kind, recipients: { roles: ["OPERATOR", "TENANT_ADMIN"] }, text: "" };
    case "PUBLISH_TELEMETRY":
      return { kind, ...choice, key: "mode", value: "night" };
    case "PUBLISH_ATTRIBUTE":
      return { kind, ...choice, scope: "SHARED_SCOPE", key: "mode", value: "night" };
  }
}

/** Whether it names what it is for: nothing is done to nobody. */
export function isWholeAction(action: ScheduleAction): boolean {
  if (action.kind === "REPORT") return action.reportId !== "";
  if (action.kind === "NOTIFY") return action.text.trim() !== "";
  return !isOfDevices(action) || action.deviceIds === undefined || action.deviceIds.length > 0;
}
