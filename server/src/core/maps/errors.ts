import { AppError } from "../../kernel/errors.ts";

export const mapGone = () => new AppError("MAP_GONE", "not-found", "There is no such map, or it is another one by now");

export const mapRangeNeeded = (most: number) =>
  new AppError("MAP_RANGE_NEEDED", "invalid", `Range: ask for some bytes of the map, at most ${most}`, {
    params: { most },
  });
