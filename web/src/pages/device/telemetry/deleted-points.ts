import { comparedLines, type ReadTogether, readTogether } from "./compared-lines.ts";
import type { TelemetrySearch, Window } from "./telemetry-search.ts";

/** Points of channels that are moved alike: the time they were measured at, not the one they are drawn at. */
export interface DeletedPoints extends ReadTogether {
  readonly from: number;
  readonly to: number;
}

/** What is seen of the page's own device: other devices are compared with, and not to be emptied from here. */
export function deletedPoints(
  deviceId: string,
  { keys = [], shifts = [] }: TelemetrySearch,
  { from, to }: Pick<Window, "from" | "to">,
): readonly DeletedPoints[] {
  return readTogether(comparedLines(deviceId, { keys, shifts })).flatMap((group) => {
    const [begin, end] = [Math.floor(from) - group.shiftMs, Math.ceil(to) - group.shiftMs];
    return end < 1 ? [] : [{ ...group, from: Math.max(0, begin), to: end }];
  });
}
