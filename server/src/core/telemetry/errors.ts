import { AppError } from "../../kernel/errors.ts";
import { maxBuckets, maxIntegerDigits, maxJsonDepth, maxKeyLength } from "./limits.ts";

/** A payload that can never be accepted; the reason is shown to the device [MQ4]. */
export const invalidPayload = (reason: string, cause?: unknown): AppError =>
  new AppError("TELEMETRY_INVALID_PAYLOAD", "invalid", `Telemetry payload refused: ${reason}`, { cause });

export const invalidKey = (key: string): AppError =>
  new AppError(
    "TELEMETRY_INVALID_KEY",
    "invalid",
    `A telemetry key must be well-formed text of 1 to ${maxKeyLength} characters`,
    { details: { length: key.length } },
  );

export const invalidTs = (key: string): AppError =>
  new AppError("TELEMETRY_INVALID_TS", "invalid", `The time of ${JSON.stringify(key)} must be whole milliseconds`);

export const tooFarAhead = (key: string, aheadMs: number): AppError =>
  new AppError(
    "TELEMETRY_TS_AHEAD",
    "invalid",
    `The time of ${JSON.stringify(key)} is more than ${aheadMs / 1_000} s ahead of the clock here`,
  );

export const tooOld = (key: string, depthMs: number): AppError =>
  new AppError(
    "TELEMETRY_TS_TOO_OLD",
    "invalid",
    `The time of ${JSON.stringify(key)} is older than the ${depthMs / 86_400_000} days the tenant takes points of`,
  );

export const notFinite = (key: string): AppError =>
  new AppError("TELEMETRY_NOT_FINITE", "invalid", `The value of ${JSON.stringify(key)} is not a finite number`);

export const integerTooLong = (): AppError =>
  new AppError("TELEMETRY_INTEGER_TOO_LONG", "invalid", `An integer may have at most ${maxIntegerDigits} digits`);

export const tooDeep = (key: string): AppError =>
  new AppError(
    "TELEMETRY_TOO_DEEP",
    "invalid",
    `The value of ${JSON.stringify(key)} is nested deeper than ${maxJsonDepth} levels`,
  );

export const invalidRange = (reason: string): AppError => new AppError("TELEMETRY_INVALID_RANGE", "invalid", reason);

export const tooManyBuckets = (): AppError =>
  new AppError("TELEMETRY_TOO_MANY_BUCKETS", "invalid", `More than ${maxBuckets} buckets: choose a longer interval`);

export const exportTooWide = (channels: number, most: number): AppError =>
  new AppError(
    "EXPORT_TOO_WIDE",
    "invalid",
    `${channels} channels are more than the ${most} that an export has side by side: name keys, or leave out layout=wide`,
    { details: { channels, most } },
  );
