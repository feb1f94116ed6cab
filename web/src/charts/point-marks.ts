import type uPlot from "uplot";

/** So few are marked however close they are: a device that has just begun is seen. */
const fewPoints = 12;

type Drawn = Pick<uPlot, "data" | "series"> & { readonly valToPos: (value: number, scale: string) => number };

/** Whether points are marked on their line: where there are few, or room between them. */
export function arePointsShown(plot: Drawn, series: number, first: number, last: number): boolean {
  if (last - first < fewPoints) return true;
  const [begin = 0, end = 0] = [plot.data[0][first], plot.data[0][last]];
  const width = Math.abs(plot.valToPos(end, "x") - plot.valToPos(begin, "x"));
  return last - first <= width / (plot.series[series]?.points?.space ?? Number.POSITIVE_INFINITY);
}
