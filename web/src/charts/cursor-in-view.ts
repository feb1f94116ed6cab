import type uPlot from "uplot";

/** The library takes none for "no value", though its types do not say so. */
const none = null as unknown as number;

type Pointed = Pick<uPlot, "cursor" | "data" | "scales">;

/** The moment that is pointed at, in seconds. Lines go on to neighbours beyond the edges; those are not what is pointed at. */
export function pointedMoment({ cursor, data, scales }: Pointed, index = cursor.idx): number | undefined {
  const moment = index == null ? undefined : data[0][index];
  const { min, max } = scales["x"] ?? {};
  const isSeen = moment !== undefined && moment >= (min ?? -Infinity) && moment <= (max ?? Infinity);
  return isSeen ? moment : undefined;
}

/** Nothing is read where nothing in view is near. */
export function readInView(plot: uPlot): void {
  const { cursor } = plot;
  const nearest = cursor.dataIdx;
  if (!nearest) return;
  cursor.dataIdx = (self, series, index, time) =>
    pointedMoment(self, index) === undefined ? none : nearest(self, series, index, time);
}
