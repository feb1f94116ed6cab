import type { ChannelLimits } from "@heliograph/contract";

export interface GaugeScale {
  readonly min: number;
  readonly max: number;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What is said counts, then what the type expects; else the limits and the value are on the scale, with room beyond. */
export function gaugeScale(said: Bounds, expected: Bounds = {}, limits: ChannelLimits = {}, value = 0): GaugeScale {
  const known = [limits.alarmBelow, limits.warnBelow, limits.warnAbove, limits.alarmAbove];
  const shown = [0, value, ...known.filter((limit) => limit !== undefined)];
  const [least, greatest] = [Math.min(...shown), Math.max(...shown)];
  const room = (greatest - least) / 4;
  const min = said.min ?? expected.min ?? (least < 0 ? -roundUp(-least + room) : 0);
  const max = said.max ?? expected.max ?? (greatest > 0 ? roundUp(greatest + room) : 0);
  return max > min ? { min, max } : { min, max: min + 1 };
}

const roundSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** To a number people read at once. */
function roundUp(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  const step = roundSteps.find((one) => one * size >= value * (1 - 1e-9)) ?? 10;
  return Number((step * size).toPrecision(3));
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
