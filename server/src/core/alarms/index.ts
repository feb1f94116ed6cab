export {
  type Alarm,
  type AlarmInfo,
  type AlarmName,
  type AlarmUser,
  type Originator,
  projectOf,
  rankOf,
  type Shelf,
  severityOfRank,
  statusOf,
} from "./alarm.ts";
export { AlarmAssignees } from "./alarm-assignees.ts";
export type { AlarmChange } from "./alarm-change.ts";
export type { AlarmComment, AlarmCommentStore, CommentBody, ListedComment } from "./alarm-comment-store.ts";
export { AlarmComments } from "./alarm-comments.ts";
export type { AlarmFollower } from "./alarm-follower.ts";
export { AlarmHandling, type HandledAlarm, type WantedAlarm } from "./alarm-handling.ts";
export type { AlarmLimits } from "./alarm-room.ts";
export type { AlarmScope } from "./alarm-scope.ts";
export {
  type AlarmStatistics,
  type ChatteringAlarm,
  chatteringWithinMs,
  type FrequentAlarm,
  type LongAlarm,
  type StatisticsQuery,
} from "./alarm-statistics.ts";
export type {
  AlarmCounts,
  AlarmFilter,
  AlarmQuery,
  AlarmStore,
  DueShelf,
  HeldAlarm,
  ShelfOf,
} from "./alarm-store.ts";
export { Alarms, type HearOpenAlarms } from "./alarms.ts";
export { alarmRangeInvalid } from "./errors.ts";
export {
  concerns,
  isOn,
  isTimeZone,
  type MaintenanceWindow,
  type WindowProperties,
  type WindowSubject,
} from "./maintenance-window.ts";
export type { MaintenanceWindowStore } from "./maintenance-window-store.ts";
export { MaintenanceWindows } from "./maintenance-windows.ts";
export { Shelving } from "./shelving.ts";
export { silenceOf, windowFor } from "./silence.ts";
export { type Span, spansAt, weeklySpans } from "./weekly-spans.ts";
