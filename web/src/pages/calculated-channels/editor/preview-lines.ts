import type { CalculatedPreview } from "@heliograph/contract";
import type { Line } from "../../../charts/aligned.ts";
import { drawable } from "../../../format/number.ts";

/** Samples further apart than the usual step by so much have nothing between them. */
const gapFactor = 5;

/** The results as a line; undefined where none of them can be drawn. A gap stays a gap. */
export function lineOf({ samples }: Pick<CalculatedPreview, "samples">, label: string, unit: string): Line | undefined {
  if (!samples.some(({ value }) => drawable(value) !== undefined)) return undefined;
  const steps = samples.slice(1).map(({ ts }, at) => ts - (samples[at]?.ts ?? ts));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (const [at, { ts, value }] of samples.entries()) {
    const before = samples[at - 1]?.ts;
    if (before !== undefined && usual > 0 && ts - before > gapFactor * usual) {
      times.push((before + ts) / 2);
      values.push(null);
    }
    times.push(ts);
    values.push(drawable(value) ?? null);
  }
  return { label, unit, times, values };
}
