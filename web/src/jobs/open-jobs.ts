import type { JobRecord } from "@heliograph/contract";

export const isOpen = ({ state }: JobRecord): boolean => state === "QUEUED" || state === "RUNNING";

/** The job that fills in a calculated channel at this moment. */
export const fillingOf = (channelId: string, jobs: readonly JobRecord[]): JobRecord | undefined =>
  jobs.find((job) => isOpen(job) && job.calculatedChannelId?.id === channelId);
