import type { TelemetryPoints } from "@heliograph/contract";
import type { Line } from "../../../charts/aligned.ts";
import type { ComparedLine } from "./compared-lines.ts";
import type { Window } from "./telemetry-search.ts";

/** When the last value of some lines of a device came, moved as they are; undefined where there is none. */
export function lastMoment(
  deviceId: string,
  lines: readonly ComparedLine[],
  latest: TelemetryPoints,
): number | undefined {
  const moments = lines
    .filter((line) => line.deviceId === deviceId)
    .flatMap(({ key, shiftMs }) => latest[key]?.slice(0, 1).map(({ ts }) => ts + shiftMs) ?? []);
  return moments.length === 0 ? undefined : Math.max(...moments);
}

/** The last value stands near the right edge: what led to it is what one wants to see. */
const shareAfter = 0.1;

export function spanAt(moment: number, { from, to }: Pick<Window, "from" | "to">) {
  const end = moment + (to - from) * shareAfter;
  return { from: end - (to - from), to: end };
}

/** Whether none of the points are in view: neighbours beyond the edges are read as well, for lines to go on to them. */
export const isOutOfView = (
  lines: readonly Pick<Line, "times">[],
  { from, to }: Pick<Window, "from" | "to">,
): boolean => !lines.some(({ times }) => times.some((time) => time >= from && time <= to));

/** How many points are in view, of all lines: those that came since they were read among them. */
export const pointsInView = (
  lines: readonly Pick<Line, "times" | "values">[],
  { from, to }: Pick<Window, "from" | "to">,
): number =>
  lines.reduce((all, { times, values }) => {
    const isSeen = (time: number, at: number) => time >= from && time <= to && values[at] !== null;
    return all + times.reduce((sum, time, at) => sum + Number(isSeen(time, at)), 0);
  }, 0);
