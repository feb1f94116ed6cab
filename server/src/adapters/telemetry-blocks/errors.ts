import { AppError } from "../../kernel/errors.ts";
import { maxSeriesPerDevice } from "./limits.ts";

export const tooManyKeys = (): AppError =>
  new AppError("TELEMETRY_TOO_MANY_KEYS", "invalid", `A device may have at most ${maxSeriesPerDevice} telemetry keys`);

export const storeFull = (maxSeries: number): AppError =>
  new AppError("TELEMETRY_TOO_MANY_SERIES", "invalid", `This store holds at most ${maxSeries} series`);

export const batchTooLarge = (): AppError =>
  new AppError("TELEMETRY_BATCH_TOO_LARGE", "too-large", "Too much telemetry in one message: send it in several");

export const invalidLimit = (): AppError =>
  new AppError("TELEMETRY_INVALID_LIMIT", "invalid", "`limit` must be a whole number of at least 1");
