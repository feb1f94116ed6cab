import type { JobRecord } from "@heliograph/contract";

export const isOpen = ({ state }: JobRecord): boolean => state === "QUEUED" || state === "RUNNING";

/** The job that fills in a calculated channel at this moment. */
export const fillingOf = (channelId: string, jobs: readonly JobRecord[]): JobRecord | undefined =>
  jobs.find((job) => isOpen(job) && job.calculatedChannelId?.id === channelId);

const kindsThatSkip: readonly JobRecord["kind"][] = ["MOVE_DEVICES", "SET_TYPE", "ACKNOWLEDGE_ALARMS"];

/** For how many devices there was nothing to do: they were there, of that type, or without an alarm already. */
export const leftAsBefore = ({ kind, processed, changed, failed }: JobRecord): number =>
  kindsThatSkip.includes(kind) ? Math.max(0, processed - changed - failed) : 0;
