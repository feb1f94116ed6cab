import type { JobKindName, JobState } from "@heliograph/contract";
import type { ApiKeyId, AuthorityId, JobId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** Who wants it, and in whose name it is done. What they may do is asked at each step. */
export interface JobMaker {
  readonly userId: UserId;
  readonly username: string;
  readonly authorityId: AuthorityId;
  /** Where a script asked for it, its key: the job may do no more than that. */
  readonly key: { readonly id: ApiKeyId; readonly name: string } | null;
  /** The session of a system administrator on a visit: with it the job ends. */
  readonly visitId: SessionId | null;
  readonly address: string | null;
}

/** Something of a job that did not work out, in words. */
export interface JobFailure {
  readonly id: string;
  /** Of what has none any more, null. */
  readonly name: string | null;
  readonly reason: string;
  /** Which refusal that is and what it names, as `refusalName` tells it; what was kept before that has none. */
  readonly refusal?: string;
}

/** How far a job is. */
export interface JobProgress {
  /** Up to where it is done; what this is, its kind decides. */
  readonly position: string | null;
  /** Null as long as nobody counted. What comes and goes meanwhile makes it inexact. */
  readonly total: number | null;
  readonly processed: number;
  readonly changed: number;
  readonly failed: number;
  /** The first of those that failed. */
  readonly failures: readonly JobFailure[];
}

/** Work that is too large for a request. */
export interface Job extends JobProgress {
  readonly id: JobId;
  readonly tenantId: TenantId;
  readonly kind: JobKindName;
  readonly state: JobState;
  /** As its kind understands it. */
  readonly input: unknown;
  readonly maker: JobMaker;
  readonly createdTime: EpochMs;
  readonly startedTime: EpochMs | null;
  readonly finishedTime: EpochMs | null;
  /** Why it failed as a whole. */
  readonly error: string | null;
  readonly refusal: string | null;
  /** What it changes is written down, so that it can be taken back. */
  readonly isUndoable: boolean;
  /** The job that does, or did. */
  readonly undoneBy: JobId | null;
}
