import type { RuleProblem } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";

export const calculatedNotFound = (id: string) =>
  new AppError("CALCULATED_NOT_FOUND", "not-found", `No calculated channel ${id}`);

export const calculatedStale = (key: string, version: number) =>
  new AppError(
    "CALCULATED_STALE",
    "conflict",
    `Somebody saved ${key} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { key, version } },
  );

export const calculatedVersionNeeded = () =>
  new AppError(
    "CALCULATED_VERSION_NEEDED",
    "invalid",
    "version is required with an id: the one the change was made from",
  );

/** The first problem, with where it is and how many more there are. */
export const calculatedInvalid = ([first, ...others]: readonly RuleProblem[]) =>
  new AppError(
    "CALCULATED_INVALID",
    "invalid",
    `${["definition", first?.path].filter(Boolean).join(".")}: ${first?.message}` +
      (others.length > 0 ? ` (and ${others.length} more; /api/calculatedChannels/check tells all)` : ""),
  );

/** What a channel is for is not there, or not for who asks, which is the same [API3]. */
export const calculatedNamesMissing = ({ path, message }: RuleProblem) =>
  new AppError("CALCULATED_NAMES_MISSING", "not-found", `definition.${path}: ${message}`);

export const calculatedKeyTaken = (key: string) =>
  new AppError("CALCULATED_KEY_TAKEN", "conflict", `${key} is calculated for this already; change that channel`, {
    params: { key },
  });

export const calculatedKeyInUse = (key: string) =>
  new AppError(
    "CALCULATED_KEY_IN_USE",
    "conflict",
    `Devices have points under ${key} already; choose another key, or send replacesStored to have them replaced`,
    { params: { key } },
  );

export const tooManyCalculated = (most: number) =>
  new AppError("CALCULATED_TOO_MANY", "conflict", `A tenant has at most ${most} calculated channels`, {
    params: { most },
  });

export const calculatedRangeInvalid = () =>
  new AppError("CALCULATED_RANGE_INVALID", "invalid", "endTs has to be later than startTs; both are Unix milliseconds");

export const tooManySummed = (most: number) =>
  new AppError("CALCULATED_TOO_MANY_DEVICES", "invalid", `One sum is over at most ${most} devices`, {
    params: { most },
  });

export const previewDeviceNeeded = () =>
  new AppError("CALCULATED_PREVIEW_DEVICE_NEEDED", "invalid", "A channel of a type is shown for a device: name one");
