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

export const jobNotUndoable = (id: string) =>
  new AppError("JOB_NOT_UNDOABLE", "conflict", `What job ${id} did cannot be undone`);

export const jobUndone = (id: string) =>
  new AppError("JOB_UNDONE", "conflict", `Job ${id} was undone before, or is being undone`);

export const jobStillOpen = (id: string) =>
  new AppError("JOB_STILL_OPEN", "conflict", `Job ${id} is not over: cancel it first, or wait`);

export const changedSince = () =>
  new AppError("JOB_CHANGED_SINCE", "conflict", "Somebody has changed it since; it stays as it is");
