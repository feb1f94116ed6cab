export { scheduleVersionNeeded } from "./errors.ts";
export { forecastOf } from "./forecast.ts";
export type { Schedule, ScheduledWork, ScheduleProperties, ScheduleRun } from "./schedule.ts";
export { ScheduleClock } from "./schedule-clock.ts";
export type { NewRun, ScheduleStore } from "./schedule-store.ts";
export { MessagesOfSchedules } from "./scheduled-messages.ts";
export { type ScheduleEditor, Schedules } from "./schedules.ts";
