export { type ChoiceAsker, ChoiceReach, type DevicePlaces } from "./choice-reach.ts";
export { DeviceChooser, reachOfMaker } from "./device-choice.ts";
export type { Job, JobFailure, JobMaker, JobProgress } from "./job.ts";
export type { JobChange, JobChangeStore } from "./job-changes.ts";
export { jobFailureOf } from "./job-failure-of.ts";
export type { JobKind, JobStep, Prepared, Preparing } from "./job-kind.ts";
export { makerOf } from "./job-maker.ts";
export { JobRunner } from "./job-runner.ts";
export type { JobLane, JobLease, JobQuery, JobStore } from "./job-store.ts";
export { Jobs } from "./jobs.ts";
export { acknowledgeAlarmsKind } from "./kinds/acknowledge-alarms.ts";
export { deleteDevicesKind } from "./kinds/delete-devices.ts";
export { moveDevicesKind, undoMove } from "./kinds/move-devices.ts";
export {
  type DeviceWork,
  type MessageWork,
  runScheduleKind,
  type ScheduledMessage,
  type ScheduledMessages,
  type ScheduleRunInput,
} from "./kinds/run-schedule.ts";
export { sendCommandKind } from "./kinds/send-command.ts";
export { setAttributesKind, undoAttributes } from "./kinds/set-attributes.ts";
export { setTypeKind, undoType } from "./kinds/set-type.ts";
export { undoJobKind } from "./kinds/undo-job.ts";
export type { Undoable } from "./undoable.ts";
