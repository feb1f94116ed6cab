import type { Channel, ChannelValues, ValueGroup } from "@heliograph/contract";
import { limitNames } from "./limit-share.ts";

export interface Domain {
  readonly low: number;
  readonly high: number;
  /** A step of a handle. */
  readonly step: number;
}

/** What is left out at both ends: one wrong value in a million would press all others into one bar. */
const outliers = 0.001;
const stepsAcross = 200;
/** Devices say "nothing" by the largest number there is; what is drawn has to be subtracted from each other. */
const farthest = 1e307;

/**
 * From where to where values are drawn: what is expected, the limits of all these (what is saved, and what is being drawn),
 * and nearly everything that was measured; beyond what is not expected there is room to draw a limit to.
 */
export function domainOf(
  channels: readonly Channel[],
  values: Pick<ChannelValues, "groups" | "samples">,
): Domain | undefined {
  const expected = channels.flatMap(({ range }) => [range?.min ?? [], range?.max ?? []].flat());
  const limits = channels.flatMap((channel) => limitNames.flatMap((name) => channel.limits?.[name] ?? []));
  const known = [...expected, ...limits, ...middleOf(values)].map((value) =>
    Math.max(-farthest, Math.min(farthest, value)),
  );
  if (known.length === 0) return undefined;
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  const room = (greatest - least) / 20 || Math.abs(least) / 10 || 1;
  const from = expected.includes(least) ? least : least - room;
  const to = expected.includes(greatest) ? greatest : greatest + room;
  if (!(to > from)) return undefined;
  const step = roundStep((to - from) / stepsAcross);
  const [low, high] = [tidy(Math.floor(tidy(from / step)) * step), tidy(Math.ceil(tidy(to / step)) * step)];
  // Of numbers with more digits than a float keeps, no round ones may lie between.
  return high > low ? { low, high, step } : { low: from, high: to, step };
}

function middleOf({ groups, samples }: Pick<ChannelValues, "groups" | "samples">): number[] {
  const outside = samples * outliers;
  let before = 0;
  const inside = groups.filter((group) => {
    const isInside = before + group.samples > outside && before < samples - outside;
    before += group.samples;
    return isInside;
  });
  return inside.length === 0 ? [] : [inside[0]?.low ?? 0, inside.at(-1)?.high ?? 0];
}

/** 1, 2 or 5 of a power of ten, at least as long as asked for. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const digit = [1, 2, 5, 10].find((one) => one * power >= least * 0.999_999) ?? 10;
  return tidy(digit * power);
}

/** Without what binary fractions leave behind. */
export const tidy = (value: number): number => Number(value.toPrecision(15));

/** Samples in each of so many bars of equal width; what lies outside is in the outer ones. */
export function barsOf(groups: readonly ValueGroup[], { low, high }: Domain, count: number): number[] {
  const bars = new Array<number>(count).fill(0);
  const width = (high - low) / count;
  const barOf = (value: number) => Math.min(count - 1, Math.max(0, Math.floor((value - low) / width)));
  for (const group of groups) {
    const [first, last] = [barOf(group.low), barOf(group.high)];
    for (let bar = first; bar <= last; bar++) {
      const from = bar === first ? group.low : low + bar * width;
      const to = bar === last ? group.high : low + (bar + 1) * width;
      const part = first === last ? 1 : (to - from) / (group.high - group.low);
      bars[bar] = (bars[bar] ?? 0) + group.samples * part;
    }
  }
  return bars;
}

/** A few round numbers below the drawing. */
export function ticksOf({ low, high }: Domain): number[] {
  const step = roundStep((high - low) / 5);
  const first = Math.ceil(low / step);
  const count = Math.floor(tidy(high / step)) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => tidy((first + n) * step));
}
