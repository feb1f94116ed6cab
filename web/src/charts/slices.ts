import type uPlot from "uplot";

export const axisWidth = 58;
/** Axes take no more than this share of the width. */
const axesShare = 0.45;

/** How many axes a chart of this width can show; at least one. */
const axesThatFit = (width: number): number => Math.max(1, Math.floor((width * axesShare) / axisWidth));

/** Charts of more units are stacked: a third axis at a side would be read by nobody. */
const mostAxes = 2;
/** Of a slice, the part that stays free above its lines. */
const air = 0.14;

/** A part of the height, for one axis; the first is on top. */
export interface Slice {
  readonly at: number;
  readonly of: number;
}

/** Where axes do not fit side by side, each has a slice of the height: every line is read against an axis [TYP3]. */
export const slicesOf = (axes: number, width: number): readonly Slice[] | undefined =>
  axes > Math.min(mostAxes, axesThatFit(width))
    ? Array.from({ length: axes }, (_, at) => ({ at, of: axes }))
    : undefined;

/** From where to where the whole height goes, so that a range fills its slice. */
export function stretched([low, high]: readonly [number, number], { at, of }: Slice): [number, number] {
  const whole = ((high - low) * of) / (1 - air);
  const from = low - (whole * (of - 1 - at)) / of;
  return [from, from + whole];
}

/** What a slice goes from and to, of what the whole height does. */
export function sliceEnds(from: number, to: number, { at, of }: Slice): [low: number, high: number] {
  const slice = (to - from) / of;
  const low = from + slice * (of - 1 - at);
  return [low, low + slice * (1 - air)];
}

/** Round numbers within a slice. */
export function sliceTicks(from: number, to: number, step: number, slice: Slice): number[] {
  const [low, high] = sliceEnds(from, to, slice);
  const tolerance = step * 1e-6;
  const first = Math.ceil((low - tolerance) / step);
  const count = Math.floor((high + tolerance) / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Between slices, a line. */
export function drawBorders({ ctx, bbox }: uPlot, of: number, colour: string): void {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (let at = 1; at < of; at++) {
    const y = Math.round(bbox.top + (bbox.height * at) / of);
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
  }
  ctx.stroke();
  ctx.restore();
}
