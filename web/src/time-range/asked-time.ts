import { parseMoment, resolveMoment } from "@heliograph/contract/moments";
import { readersZone } from "../format/zone.ts";
import { type Expression, isAllTime } from "./time-words.ts";

export interface AskedTime {
  readonly startTime?: number;
  readonly endTime?: number;
}

/** What a list is asked for: neither for all time. What goes on until now has no end: a clock that is ahead hides nothing. */
export function askedTime(time: Expression, now = Date.now()): AskedTime {
  if (isAllTime(time)) return {};
  const [startTime = 0, endTime = 0] = time.map((text) => {
    const moment = parseMoment(text);
    return Math.max(0, moment ? resolveMoment(moment, now, readersZone()) : now);
  });
  return { startTime, ...(time[1] !== "now" && { endTime: Math.max(endTime, startTime + 1) }) };
}
