import { S3ServiceException } from "@aws-sdk/client-s3";
import { filesRefused, filesUnavailable, storageFull } from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";

const noRoom = ["QuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "InsufficientStorage"];

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** A bucket that is missing is none of these: then everything is. */
export const isNotThere = (error: unknown): boolean =>
  statusOf(error) === 404 && error instanceof S3ServiceException && error.name !== "NoSuchBucket";

/** Somebody was first. */
export const isTaken = (error: unknown): boolean => [409, 412].includes(statusOf(error) ?? 0);

/** What an S3 that refuses or fails means for whoever waits for it [CLU4, RUN11]. Only its words go on, never its request. */
export function s3Fault(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  const name = error instanceof Error ? error.name : "unknown";
  const told = { status, name, message: error instanceof Error ? error.message : String(error) };
  if (status === 507 || noRoom.includes(name)) return storageFull(new Error(`${name}: ${told.message}`));
  if (status === 401 || status === 403) return filesRefused(told);
  return filesUnavailable(told);
}
