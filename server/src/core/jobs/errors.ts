import { AppError } from "../../kernel/errors.ts";

export const jobNotFound = (id: string) => new AppError("JOB_NOT_FOUND", "not-found", `No job ${id}`);

export const jobFinished = (id: string) =>
  new AppError("JOB_FINISHED", "conflict", `Job ${id} is over and cannot be cancelled`);

export const jobBroken = () =>
  new AppError("JOB_BROKEN", "internal", "Something unexpected went wrong; the log has the details");

export const jobsTooMany = (limit: number) =>
  new AppError("JOBS_TOO_MANY", "conflict", `The tenant has ${limit} open jobs; wait for one, or cancel one`, {
    params: { limit },
  });
