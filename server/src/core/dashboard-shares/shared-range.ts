import { type DashboardConfiguration, parseMoment, resolveMoment, type ShareTime } from "@heliograph/contract";
import { epochMs } from "../../kernel/time.ts";
import type { ToldTimes } from "../dashboard-data/index.ts";
import { invalidRange } from "../telemetry/index.ts";
import { shareTimeRefused } from "./errors.ts";

export interface SharedRange {
  readonly from: number;
  readonly to: number;
}

interface Wanted {
  readonly startTs?: number | undefined;
  readonly endTs?: number | undefined;
}

/** What a link shows without being asked for another time. */
export function ownRange(
  { time }: Pick<DashboardConfiguration, "time">,
  allowed: ShareTime,
  now: number,
  makersZone: string,
): SharedRange {
  const { from, to } = allowed.kind === "FIXED" ? allowed : time;
  const [start, end] = [from, to].map((text) => momentAt(text, now, time.zone ?? makersZone));
  if (start === undefined || end === undefined || start >= end) throw shareTimeRefused();
  return { from: start, to: end };
}

/**
 * Beyond the range nothing is told of newest values, alarms and live, either, where the link is of a time that is over: what
 * comes later is none of its business. As the dashboard says is what its maker sees, and that is the newest value.
 */
export function toldTimes(own: SharedRange, allowed: ShareTime, now: number): ToldTimes {
  if (allowed.kind === "LIMITED")
    return typeof allowed.notBefore === "number" ? { notBefore: epochMs(allowed.notBefore) } : {};
  return allowed.kind === "FIXED" && own.to < now ? { until: epochMs(own.to) } : {};
}

/** The time somebody asked for, cut to what the link allows: a longer or an earlier one is never read [DSH6]. */
export function rangeWithin(own: SharedRange, allowed: ShareTime, { startTs, endTs }: Wanted): SharedRange {
  const to = endTs ?? own.to;
  const wanted = { from: startTs ?? own.from, to };
  const within =
    allowed.kind === "LIMITED"
      ? { from: Math.max(wanted.from, to - allowed.longestMs, allowed.notBefore ?? wanted.from), to }
      : { from: Math.max(wanted.from, own.from), to: Math.min(to, own.to) };
  if (within.from >= within.to) throw shareTimeRefused();
  return within;
}

function momentAt(text: string, now: number, zone: string): number | undefined {
  const moment = parseMoment(text);
  if (!moment) return undefined;
  try {
    return resolveMoment(moment, now, zone);
  } catch (cause) {
    throw cause instanceof RangeError ? invalidRange(`Unknown time zone ${zone}`) : cause;
  }
}
