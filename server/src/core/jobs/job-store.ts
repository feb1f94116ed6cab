import type { JobKindName } from "@heliograph/contract";
import type { AppError } from "../../kernel/errors.ts";
import type { JobId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Job, JobProgress } from "./job.ts";

/** Which jobs somebody may see: all of a tenant, or those of one user in it. */
export interface JobQuery {
  readonly tenantId: TenantId;
  readonly userId: UserId | undefined;
  /** Only those that are not over. */
  readonly isOpen?: boolean | undefined;
}

/** Who does a job, and until when it is theirs alone. */
export interface JobLease {
  readonly owner: string;
  readonly now: EpochMs;
  readonly until: EpochMs;
}

/** Kinds that share places: of a tenant one of them is done at a time, or one of each kind. */
export interface JobLane {
  readonly kinds: readonly JobKindName[];
  readonly oneOf: "all" | "each-kind";
}

export interface JobStore {
  /** False when the tenant has so many open ones, also where several are made at once. */
  create(job: Job, openAtMost: number): Promise<boolean>;
  find(query: JobQuery, id: JobId): Promise<Job | undefined>;
  /** Newest first. */
  page(query: JobQuery, page: PageRequest): Promise<Page<Job>>;
  stream(query: JobQuery): AsyncIterable<readonly Job[]>;
  /** The oldest of the lane that nobody does and its tenant has a turn for: it is the owner's from here on. */
  claim(lease: JobLease, lane: JobLane): Promise<Job | undefined>;
  /** For another while, if it is still the owner's and wanted. Inside a transaction nobody else changes it until that ends. */
  hold(id: JobId, lease: JobLease): Promise<Job | undefined>;
  progress(id: JobId, progress: JobProgress): Promise<void>;
  /** If it is still the owner's. */
  finish(id: JobId, owner: string, end: { state: "DONE" | "FAILED"; why?: AppError; time: EpochMs }): Promise<void>;
  /** Somebody else may go on with it. */
  release(id: JobId, owner: string): Promise<void>;
  /** It is not wanted any more. Waits for the step that is under way. */
  cancel(query: JobQuery, id: JobId, now: EpochMs): Promise<Job | "finished" | undefined>;
  /** Removes what was over before `before`. */
  removeFinished(before: EpochMs): Promise<number>;
}
