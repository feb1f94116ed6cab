// Chance that can be repeated: what is measured at a moment is the same whenever somebody asks, in the past as live.

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** From 0 up to 1, by two whole numbers. */
export function chance(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** From -1 to 1, another value every so many milliseconds and smooth between them. */
export function drift(seed: number, ts: number, everyMs: number): number {
  const at = ts / everyMs;
  const index = Math.floor(at);
  const share = at - index;
  const eased = share * share * (3 - 2 * share);
  const [from, to] = [chance(seed, index), chance(seed, index + 1)];
  return 2 * (from + (to - from) * eased) - 1;
}

/** What a sensor adds by itself: from -1 to 1, another one at each moment. */
export const jitter = (seed: number, ts: number): number => 2 * chance(seed, Math.round(ts / 500)) - 1;

export const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** By a power of ten, not by way of a text: a million readings are rounded before anybody can look at them. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** From 0 to 1 over a day: least at three in the morning, most at three in the afternoon. */
export const daylight = (ts: number, offsetMs: number): number =>
  (1 - Math.cos((((ts + offsetMs) / dayMs) % 1) * 2 * Math.PI - 0.785)) / 2;
