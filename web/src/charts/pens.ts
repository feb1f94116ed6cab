import uPlot from "uplot";
import type { Line } from "./aligned.ts";

/** Which of the bars it is that stand side by side at one time. */
export interface BarPlace {
  readonly at: number;
  readonly of: number;
}

/** How the line of a chart is drawn; one of its points to the next where nothing is said [DSH3]. */
export function pathsOf({ draw }: Line, bar: BarPlace = { at: 0, of: 1 }): Pick<uPlot.Series, "paths"> {
  if (draw === "STEP" && uPlot.paths.stepped) return { paths: uPlot.paths.stepped({ align: 1 }) };
  if (draw === "BARS" && uPlot.paths.bars) return { paths: uPlot.paths.bars({ disp: sideBySide(bar) }) };
  return {};
}

const barShare = 0.8;
/** A single bar stands for no length of time, so for a part of what is shown. */
const loneShare = 0.1;

type Displayed = NonNullable<uPlot.Series.BarsPathBuilderOpts["disp"]>;

function sideBySide(bar: BarPlace): Displayed {
  const unit = 1; // as the axis of time counts
  return {
    x0: {
      unit,
      values: ({ data: [times], scales }) => {
        const step = stepOf(times, scales["x"]);
        return Array.from(times, (time) => barAt(time, step, bar)[0]);
      },
    },
    size: { unit, values: ({ data: [times], scales }) => [barAt(0, stepOf(times, scales["x"]), bar)[1]] },
  };
}

/** Where a bar begins, and how wide it is: all of a time stand around it. */
export function barAt(time: number, step: number, { at, of }: BarPlace): [start: number, width: number] {
  const width = (step * barShare) / of;
  return [time - (step * barShare) / 2 + at * width, width];
}

/** The shortest distance between two times; they rise. */
export function stepOf(times: ArrayLike<number>, { min, max }: uPlot.Scale = {}): number {
  let step = Number.POSITIVE_INFINITY;
  for (let at = 1; at < times.length; at++) step = Math.min(step, (times[at] ?? 0) - (times[at - 1] ?? 0));
  return Number.isFinite(step) ? step : ((max ?? 1) - (min ?? 0)) * loneShare;
}
