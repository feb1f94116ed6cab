import { numberText } from "../format/number.ts";

/** How a range is read: as it is, or thinned out by the server. */
export type Plan =
  | { readonly kind: "raw"; readonly points: number }
  | { readonly kind: "envelope"; readonly points: number; readonly intervalMs: number };

/** Up to here, points themselves are drawn. */
const rawUpTo = 10_000;
/** A column of the envelope is about two pixels wide. */
const columns = 700;
/** Intervals a person can name. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30].map((s) => s * 1_000),
  [1, 2, 5, 10, 15, 30].map((min) => min * 60_000),
  [1, 2, 3, 6, 12].map((h) => h * 3_600_000),
  [1, 2, 7, 14, 30, 90, 365].map((d) => d * 86_400_000),
);

export function planOf(from: number, to: number, counts: readonly number[]): Plan {
  const points = Math.max(0, ...counts);
  if (points <= rawUpTo) return { kind: "raw", points };
  return { kind: "envelope", points, intervalMs: intervalFor(to - from) };
}

export function intervalFor(rangeMs: number): number {
  const wanted = rangeMs / columns;
  return steps.find((step) => step >= wanted) ?? Math.ceil(wanted);
}

/** "5 min" */
export function intervalText(ms: number, locale: string): string {
  const units: readonly [number, string][] = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
  ];
  const [size, unit] = units.find(([one]) => ms >= one) ?? [1, "ms"];
  return `${numberText(Math.round((ms / size) * 10) / 10, locale)} ${unit}`;
}
