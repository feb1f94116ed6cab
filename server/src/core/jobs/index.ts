export { DeviceChooser } from "./device-choice.ts";
export type { Job, JobFailure, JobProgress } from "./job.ts";
export type { JobKind } from "./job-kind.ts";
export { JobRunner } from "./job-runner.ts";
export type { JobLease, JobQuery, JobStore } from "./job-store.ts";
export { Jobs } from "./jobs.ts";
export { deleteDevicesKind } from "./kinds/delete-devices.ts";
export { moveDevicesKind } from "./kinds/move-devices.ts";
export { sendCommandKind } from "./kinds/send-command.ts";
