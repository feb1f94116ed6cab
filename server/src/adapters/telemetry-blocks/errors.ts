import { AppError } from "../../kernel/errors.ts";
import { maxSeriesPerDevice } from "./limits.ts";

/** Room is made by people, not by waiting a moment. */
const retryAfterMs = 60_000;

export const tooManyKeys = (): AppError =>
  new AppError("TELEMETRY_TOO_MANY_KEYS", "invalid", `A device may have at most ${maxSeriesPerDevice} telemetry keys`);

export const storeFull = (maxSeries: number): AppError =>
  new AppError(
    "TELEMETRY_TOO_MANY_SERIES",
    "no-room",
    `This store holds at most ${maxSeries} series (HELIO_TELEMETRY_SERIES); known keys are still stored`,
    { retryAfterMs },
  );

/** Sent again later, it may be taken: somebody raises the limit or removes devices. Never dropped [QTA1]. */
export const tenantFull = (limit: number): AppError =>
  new AppError(
    "TENANT_SERIES_FULL",
    "no-room",
    `The tenant has the ${limit} telemetry series it may have; known keys are still stored`,
    { retryAfterMs },
  );

/** A setting was lowered below what is stored already: nothing is lost, but nothing is served either. */
const limitTooLow = (reason: string): AppError => new AppError("TELEMETRY_LIMIT_TOO_LOW", "conflict", reason);

export const tooFewSeries = (highest: number): AppError =>
  limitTooLow(`The store has series numbered up to ${highest}: HELIO_TELEMETRY_SERIES has to be greater than that`);

export const tooFewPoints = (points: number): AppError =>
  limitTooLow(
    `A commit of ${points} points waits in the journal: HELIO_TELEMETRY_MEMORY_POINTS has to be at least that`,
  );

export const batchTooLarge = (): AppError =>
  new AppError("TELEMETRY_BATCH_TOO_LARGE", "too-large", "Too much telemetry in one message: send it in several");

const retryWhenStoppingMs = 5_000;

export const storeStopping = (): AppError =>
  new AppError("TELEMETRY_STOPPING", "busy", "The telemetry store is stopping, try again later", {
    retryAfterMs: retryWhenStoppingMs,
  });

const retryElsewhereMs = 1_000;

/** Another node has these points now; this one stores nothing any more [CLU3]. */
export const takenOver = (): AppError =>
  new AppError(
    "TELEMETRY_TAKEN_OVER",
    "busy",
    "Another node has taken over these points; this one stores nothing any more",
    {
      retryAfterMs: retryElsewhereMs,
    },
  );

/** Its shard is another member's; whoever forwards asks that one [CLU2]. */
export const notHere = (): AppError =>
  new AppError("TELEMETRY_NOT_HERE", "busy", "Another node has the points of this device; try again shortly", {
    retryAfterMs: retryElsewhereMs,
  });

export const notHereCode = notHere().code;
export const stoppingCode = storeStopping().code;
export const takenOverCode = takenOver().code;

export const isTakenOver = (error: unknown): boolean => error instanceof AppError && error.code === takenOverCode;

/** The device has connected to another node, and sends there again what was not acknowledged [MQ7]. */
export const sessionElsewhere = (): AppError =>
  new AppError("MQTT_SESSION_ELSEWHERE", "busy", "The MQTT session of this device is at another node now", {
    retryAfterMs: retryElsewhereMs,
  });
