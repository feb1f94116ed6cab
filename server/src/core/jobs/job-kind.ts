import type { JobKindName } from "@heliograph/contract";
import type { Standing } from "../access/index.ts";
import type { Facts } from "../audit/index.ts";
import type { Job, JobFailure } from "./job.ts";

/** What a step is to do: go on from the position, as somebody who may do this much at this moment. */
export interface JobStep<Input> {
  readonly job: Job;
  readonly input: Input;
  readonly maker: Standing;
}

/** What a step did. */
export interface StepOutcome {
  readonly position: string | null;
  readonly isLast: boolean;
  /** Where this step counted. */
  readonly total?: number;
  readonly processed: number;
  readonly changed: number;
  readonly failures: readonly JobFailure[];
}

/** For as long as it is prepared: whether it is still wanted, and how far it is. */
export interface Preparing {
  /** Aborted when the job was cancelled, is another node's by now, or this one stops. */
  readonly signal: AbortSignal;
  tell(progress: { readonly total: number; readonly processed: number }): void;
}

/** What was prepared; `release` is called when the step is stored, or could not be. */
export interface Prepared {
  release(): void;
}

/**
 * Something that is done step by step. Each step is one transaction together with its progress: killed in between, the
 * next node goes on where it was. So a step leaves nothing behind outside of the database, and may be run again.
 */
export interface JobKind<Input = unknown, Ready extends Prepared = Prepared> {
  readonly kind: JobKindName;
  /** It may take hours: done in places of its own, so that it holds up no other kind of the tenant's jobs. */
  readonly isLong?: true;
  /** What it changes is written down. */
  readonly isUndoable?: true;
  /** What is refused at once, before there is a job. */
  check(maker: Standing, input: Input): Promise<void>;
  /** What the audit log says of it, where that is neither devices nor a project [AUTH7]. */
  factsOf?(input: Input): Facts;
  /** In the transaction in which it is asked for. */
  begun?(job: Job, input: Input): Promise<void>;
  /**
   * What a step needs and takes long, such as bytes in the store of files: done before it, in no transaction, so that
   * nobody waits for it. Killed meanwhile it is done again.
   */
  prepare?(step: JobStep<Input>, preparing: Preparing): Promise<Ready>;
  step(step: JobStep<Input>, prepared?: Ready): Promise<StepOutcome>;
}
