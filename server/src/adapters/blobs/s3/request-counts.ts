import type { S3Client } from "@aws-sdk/client-s3";
import { isNotThere, statusOf } from "./s3-faults.ts";

export const requestOutcomes = ["answered", "refused", "failed"] as const;

/** What became of everything that was asked of the S3, each with its attempts [CLU4]. */
export type RequestCounts = Record<(typeof requestOutcomes)[number], number>;

/** Counts from now on. */
export function countRequests({ middlewareStack }: S3Client): RequestCounts {
  const counts: RequestCounts = { answered: 0, refused: 0, failed: 0 };
  middlewareStack.add(
    (next) => async (args) => {
      try {
        const answer = await next(args);
        counts.answered++;
        return answer;
      } catch (error) {
        counts[outcomeOf(error)]++;
        throw error;
      }
    },
    { step: "initialize", name: "requestCounts" },
  );
  return counts;
}

function outcomeOf(error: unknown): keyof RequestCounts {
  const status = statusOf(error);
  if (isNotThere(error) || status === 409 || status === 412) return "answered";
  return status === 401 || status === 403 ? "refused" : "failed";
}
