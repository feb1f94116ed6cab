import { ApiError } from "@heliograph/client";
import type { PageAnswer } from "./page-answer.ts";

/** Names of what is over some time, and then answered as ever. */
const passing = /_UNAVAILABLE$/;
const serviceUnavailable = 503;

/** That a question could not be answered at this moment, as the error it would be if it had been the only one. */
export function passingProblem(answers: PageAnswer): ApiError | undefined {
  for (const { problem } of answers.values()) {
    if (!problem || !passing.test(problem.code)) continue;
    return new ApiError(serviceUnavailable, 0, problem.message, undefined, problem.code);
  }
  return undefined;
}
