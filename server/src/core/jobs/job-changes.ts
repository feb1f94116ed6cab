import type { DeviceId, JobId, TenantId } from "../../kernel/ids.ts";

/** What a device was before a job changed it, as the kind of the job wrote it down. */
export interface JobChange {
  readonly deviceId: DeviceId;
  /** JSON. */
  readonly before: string;
}

/** Kept as long as its job, so that it can be undone. */
export interface JobChangeStore {
  /** In the transaction of the step that makes them. Of a device that was written down before, the first word counts. */
  add(job: JobId, changes: readonly JobChange[]): Promise<void>;
  /** By device, so many after this one. */
  after(job: JobId, after: DeviceId | null, limit: number): Promise<readonly JobChange[]>;
  count(job: JobId): Promise<number>;
  /** False where it was undone before, or is not there. */
  markUndone(tenant: TenantId, job: JobId, by: JobId): Promise<boolean>;
}
