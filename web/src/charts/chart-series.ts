import type uPlot from "uplot";
import { withoutUnit, withUnit } from "../format/unit-in-name.ts";
import type { Line } from "./aligned.ts";
import type { Paint } from "./line-look.ts";
import { type BarPlace, pathsOf } from "./pens.ts";
import { arePointsShown } from "./point-marks.ts";
import { type Slice, sliceEnds } from "./slices.ts";

/** Browsers paint lines of one pixel many times faster than wider ones (`npm run bench -- web`). */
const manyPoints = 20_000;
export const penWidth = (lines: readonly Line[]): number =>
  lines.reduce((sum, { times }) => sum + times.length, 0) > manyPoints ? 1 : 1.5;

/** How the legend speaks. */
export interface LegendWords {
  readonly numberText: (value: number, decimals: number | undefined) => string;
  /** Units beside names; without, the axis alone has it. */
  readonly hasUnits: boolean;
  /** Least and greatest beside the mean. */
  readonly hasBounds: boolean;
}

interface Pen extends Paint {
  /** Where its axis has no more than a part of the height. */
  readonly slice?: Slice | undefined;
  readonly bar?: BarPlace;
  readonly width: number;
  readonly scale: string;
}

export function seriesOf(drawn: Line, pen: Pen, words: LegendWords): uPlot.Series[] {
  const { label, unit, min, decimals } = drawn;
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : words.numberText(Number(value.toPrecision(7)), decimals);
  const line: uPlot.Series = {
    label: words.hasUnits ? withUnit(label, unit) : withoutUnit(label, unit),
    scale: pen.scale,
    stroke: pen.stroke,
    width: pen.width,
    ...(pen.dash && { dash: pen.dash }),
    ...(pen.fill && { fill: pen.fill }),
    ...(pen.slice && { fillTo: zeroWithin(pen.slice) }),
    points: { show: drawn.shadowOf === undefined && drawn.draw !== "BARS" && arePointsShown },
    ...pathsOf(drawn, pen.bar),
    spanGaps: false,
    value: (_, value: number | null, __, index) => (index === null ? "" : text(value)),
  };
  if (!min) return [line];
  const mean: uPlot.Series = {
    ...line,
    value: (plot, value: number | null, column, index) => {
      if (index === null) return "";
      const [least, greatest] = [column + 1, column + 2].map((bound) => text(plot.data[bound]?.[index]));
      return least === greatest || !words.hasBounds ? text(value) : `${text(value)} (${least} … ${greatest})`;
    },
  };
  // the bounds stand in brackets behind the mean, not in lines of their own
  const bound: uPlot.Series = {
    ...line,
    ...{ stroke: "transparent", width: 0, points: { show: false }, class: "legend-bound" },
  };
  return [mean, bound, bound];
}

/** What is filled ends at zero, or where the slice does. */
const zeroWithin =
  (slice: Slice) =>
  ({ scales, series }: uPlot, index: number): number => {
    const { min, max } = scales[series[index]?.scale ?? ""] ?? {};
    const [low, high] = sliceEnds(min ?? 0, max ?? 0, slice);
    return Math.min(high, Math.max(low, 0));
  };

/** Between the minimum and the maximum of each line that has them. */
export function bandsOf(lines: readonly Line[], paints: readonly Paint[]): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  let at = 1;
  for (const [index, { min }] of lines.entries()) {
    const fill = paints[index]?.band;
    if (fill) bands.push({ series: [at + 2, at + 1], fill });
    at += min ? 3 : 1;
  }
  return bands;
}
