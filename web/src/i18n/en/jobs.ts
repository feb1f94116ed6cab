import type { JobKindName, JobState } from "@heliograph/contract";
import { counted } from "../../format/counted.ts";

const kinds: Record<JobKindName, string> = {
  MOVE_DEVICES: "Move devices",
  DELETE_DEVICES: "Delete devices",
  SEND_COMMAND: "Send a command",
  RUN_SCHEDULE: "Run a schedule",
  MAKE_REPORT: "Make a report",
  FILL_CALCULATED_CHANNEL: "Fill in a calculated channel",
  SET_ATTRIBUTES: "Set attributes",
  SET_TYPE: "Change the type",
  ACKNOWLEDGE_ALARMS: "Acknowledge alarms",
  UNDO_JOB: "Undo a job",
};

const states: Record<JobState, string> = {
  QUEUED: "Waiting",
  RUNNING: "Running",
  DONE: "Done",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
};

const devices = (count: number): string => (count === 1 ? "1 device" : `${counted(count)} devices`);

export const jobs = {
  title: "Jobs",
  text: "Work on many devices goes on here after you leave the page it was begun on.",
  none: "No jobs",
  noneText: "When you move, delete or command many devices at once, you find it here.",
  kinds,
  states,
  running: (count: number) => `${count} jobs are running`,
  progress: (processed: number, total: number | null) =>
    total === null ? "Waits for its turn" : `${counted(processed)} of ${devices(total)}`,
  result: (state: JobState, changed: number, processed: number, isDeleting: boolean): string =>
    `${states[state]}: ${devices(changed)} of ${counted(processed)} ${isDeleting ? "deleted" : "changed"}`,
  asBefore: (kind: JobKindName, count: number): string =>
    kind === "ACKNOWLEDGE_ALARMS"
      ? `${devices(count)} had no open alarm`
      : `${devices(count)} ${count === 1 ? "was" : "were"} as wanted already`,
  filling: (share: number | undefined) =>
    share === undefined ? "Waits for its turn" : `${Math.floor(share * 100)} % of the time is calculated`,
  filled: (state: JobState, points: number): string =>
    `${states[state]}: ${points === 1 ? "1 point" : `${counted(points)} points`} changed`,
  failed: (count: number) => `${devices(count)} could not be changed`,
  more: (count: number) => `and ${counted(count)} more`,
  cancel: "Cancel the job",
  undo: "Undo",
  undone: "Was undone",
  leave: "You can leave this dialog and the page: the job goes on, and is found under “Jobs” in the user menu.",
};

export const deliveries = {
  undelivered: "Mails that have not arrived",
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  givenUp: "Given up",
  waiting: "Waiting",
  again: "Try again",
  drop: "Remove",
};
