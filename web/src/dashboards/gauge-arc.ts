import type { ChannelLimits } from "@heliograph/contract";

export interface GaugeScale {
  readonly min: number;
  readonly max: number;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What is said counts, then what the type expects, then its limits, then the value itself. */
export function gaugeScale(said: Bounds, expected: Bounds = {}, limits: ChannelLimits = {}, value = 0): GaugeScale {
  const { alarmBelow, warnBelow, warnAbove, alarmAbove } = limits;
  const min = said.min ?? expected.min ?? alarmBelow ?? warnBelow ?? Math.min(0, value);
  const max = said.max ?? expected.max ?? alarmAbove ?? warnAbove ?? Math.max(100, value);
  return max > min ? { min, max } : { min, max: min + 1 };
}

/** How far along the scale a value is, from 0 to 1. */
export const shareOf = ({ min, max }: GaugeScale, value: number): number =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));

/** Half a circle, from one share of it to another, as an SVG path around the middle of a box of 200 × 110. */
export function gaugeArc(from: number, to: number, radius = 80): string {
  const point = (share: number) => {
    const angle = Math.PI * (1 - share);
    return `${(100 + radius * Math.cos(angle)).toFixed(2)} ${(100 - radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}`;
}

export interface LimitArc extends Readonly<Record<"from" | "to", number>> {
  readonly severity: "warning" | "alarm";
}

/** Where the scale is bad; what is an alarm is no warning as well. */
export function limitArcs(
  scale: GaugeScale,
  { alarmBelow, warnBelow, warnAbove, alarmAbove }: ChannelLimits,
): LimitArc[] {
  const at = (limit: number) => shareOf(scale, limit);
  const arcs: LimitArc[] = [];
  const add = (severity: LimitArc["severity"], from: number, to: number) =>
    from < to && arcs.push({ severity, from, to });
  if (alarmBelow !== undefined) add("alarm", 0, at(alarmBelow));
  if (warnBelow !== undefined) add("warning", alarmBelow === undefined ? 0 : at(alarmBelow), at(warnBelow));
  if (warnAbove !== undefined) add("warning", at(warnAbove), alarmAbove === undefined ? 1 : at(alarmAbove));
  if (alarmAbove !== undefined) add("alarm", at(alarmAbove), 1);
  return arcs;
}
