import type { JobKindName } from "@heliograph/contract";
import type { Standing } from "../access/index.ts";
import type { Job, JobFailure } from "./job.ts";

/** What a step is to do: go on from the position, as somebody who may do this much at this moment. */
interface JobStep<Input> {
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

/**
 * Something that is done step by step. Each step is one transaction together with its progress: killed in between, the
 * next node goes on where it was. So a step leaves nothing behind outside of the database, and may be run again.
 */
export interface JobKind<Input = unknown> {
  readonly kind: JobKindName;
  /** What is refused at once, before there is a job. */
  check(maker: Standing, input: Input): Promise<void>;
  step(step: JobStep<Input>): Promise<StepOutcome>;
}
