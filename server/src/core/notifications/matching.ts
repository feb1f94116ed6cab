import type { AlarmSeverity } from "@heliograph/contract";
import type { AlarmInfo } from "../alarms/index.ts";
import type { NotificationPolicy } from "./notification-policy.ts";

/** Whether a policy is for an alarm of this severity: of each list that names something one has to fit. */
export function isFor(policy: NotificationPolicy, alarm: AlarmInfo, severity: AlarmSeverity): boolean {
  const { types, severities, deviceIds, deviceProfileIds, projectIds } = policy.alarms;
  return (
    policy.enabled &&
    (policy.projectId === null || alarm.projectPath.includes(policy.projectId)) &&
    fits(types, (type) => type === alarm.type) &&
    fits(severities, (one) => one === severity) &&
    fits(deviceIds, (id) => id === alarm.originator.id) &&
    fits(deviceProfileIds, (id) => id === alarm.deviceTypeId) &&
    fits(projectIds, (id) => alarm.projectPath.some((project) => project === id))
  );
}

const fits = <T>(wanted: readonly T[] | undefined, isWanted: (one: T) => boolean): boolean =>
  wanted === undefined || wanted.length === 0 || wanted.some(isWanted);

/** What is told in one message: everything with the same text. */
export function groupOf(policy: NotificationPolicy, step: number, alarm: AlarmInfo, itemId: string): string {
  const { by } = policy.grouping;
  const parts = {
    ALL: "",
    TYPE: alarm.type,
    PROJECT: alarm.projectPath.at(-1) ?? "",
    DEVICE: alarm.originator.id,
    NONE: itemId,
  } as const;
  return `${policy.id}/${step}/${parts[by]}`;
}
