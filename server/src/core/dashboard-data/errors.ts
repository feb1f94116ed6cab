import { AppError } from "../../kernel/errors.ts";

const counted = (count: number): string => count.toLocaleString("en");

export const tooManyDevices = (devices: number, most: number) =>
  new AppError(
    "QUERY_TOO_MANY_DEVICES",
    "invalid",
    `${counted(devices)} devices, at most ${counted(most)}: choose fewer`,
    { params: { devices, most } },
  );

export const tooManySeries = (series: number, most: number) =>
  new AppError(
    "QUERY_TOO_MANY_SERIES",
    "invalid",
    `${counted(series)} series with this one, at most ${counted(most)} in one request: fewer devices or channels`,
    { params: { series, most } },
  );

export const tooManyPoints = (points: number, most: number) =>
  new AppError(
    "QUERY_TOO_MANY_POINTS",
    "invalid",
    `${counted(points)} values, at most ${counted(most)}: fewer devices or a shorter time`,
    { params: { points, most } },
  );

export const tooManyValues = (most: number) =>
  new AppError(
    "QUERY_TOO_MANY_VALUES",
    "invalid",
    `More than ${counted(most)} values in one answer: a shorter time, or one value per interval`,
    { params: { most } },
  );

/** Gone and not allowed are told in the same words: nothing is given away. */
export const devicesGone = () =>
  new AppError("QUERY_DEVICES_GONE", "not-found", "None of these devices is there, or they are not for you");

export const variableUnknown = (name: string) =>
  new AppError("QUERY_VARIABLE_UNKNOWN", "invalid", `variables: nothing is said for ${name}`, { params: { name } });

export const queryInvalid = (problem: string) => new AppError("QUERY_INVALID", "invalid", problem);
