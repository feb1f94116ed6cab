import { downOf, latitudeAt, stretchAt } from "./mercator.ts";
import type { Position } from "./position.ts";

/** What a map shows, in degrees of longitude: x is the longitude, y goes down as maps of tiles do. */
export interface MapFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Nothing is shown closer than that: about two kilometres. */
const leastSpan = 0.02;
const margin = 1.3;
/** The widest and the closest view. */
const [widest, closest] = [340, 0.0005];

export const xIn = ({ longitude }: Position): number => longitude;
export const yIn = ({ latitude }: Position): number => downOf(latitude);

/** Everything in view, with a margin, in the shape of the widget; undefined where there is nothing. */
export function frameOf(
  positions: readonly Position[],
  aspect: number,
  least: number = leastSpan,
): MapFrame | undefined {
  if (positions.length === 0) return undefined;
  const [top, bottom] = extent(positions.map(yIn));
  const [west, east] = extent(positions.map(xIn));
  const leastHeight = least * stretchAt(latitudeAt((top + bottom) / 2));
  const height = Math.min(widest, Math.max(leastHeight, (bottom - top) * margin, ((east - west) * margin) / aspect));
  return around((west + east) / 2, (top + bottom) / 2, height * aspect, height);
}

const around = (x: number, y: number, width: number, height: number): MapFrame => ({
  ...{ left: x - width / 2, top: y - height / 2 },
  ...{ width, height },
});

/** Without spreading: there may be many. */
const extent = (values: readonly number[]): readonly [least: number, greatest: number] => [
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  values.reduce((greatest, value) => Math.max(greatest, value), Number.NEGATIVE_INFINITY),
];

/** What stands at a share of its width and height. */
export const placeIn = ({ left, top, width, height }: MapFrame, x: number, y: number): Position => ({
  latitude: latitudeAt(top + y * height),
  longitude: left + x * width,
});

/** Where a place stands, as shares of width and height. */
export const shareIn = (frame: MapFrame, place: Position): { readonly x: number; readonly y: number } => ({
  x: (xIn(place) - frame.left) / frame.width,
  y: (yIn(place) - frame.top) / frame.height,
});

/** The longitude in its middle. */
export const middleOf = ({ left, width }: MapFrame): number => left + width / 2;

/** Closer by a factor, or further away; what stands at these shares of width and height stays there. */
export function zoomed(frame: MapFrame, factor: number, x = 0.5, y = 0.5): MapFrame {
  const height = Math.min(widest, Math.max(closest, frame.height / factor));
  const width = (frame.width / frame.height) * height;
  const left = frame.left + x * (frame.width - width);
  return within({ left, top: frame.top + y * (frame.height - height), width, height });
}

/** Moved by shares of its width and height. */
export const moved = (frame: MapFrame, x: number, y: number): MapFrame =>
  within({ ...frame, left: frame.left + x * frame.width, top: frame.top + y * frame.height });

const isSeen = ({ x, y }: { readonly x: number; readonly y: number }): boolean => x >= 0 && x <= 1 && y >= 0 && y <= 1;

/** By which shares a view goes after something that was in it and left it; undefined where it stays. */
export function wayAfter(frame: MapFrame, before: Position, now: Position) {
  const [was, is] = [shareIn(frame, before), shareIn(frame, now)];
  return isSeen(was) && !isSeen(is) ? { x: is.x - 0.5, y: is.y - 0.5 } : undefined;
}

/** Its middle stays on the globe; beyond the date line the world begins again. */
function within(frame: MapFrame): MapFrame {
  const middle = { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
  const x = middle.x - 360 * Math.round(middle.x / 360);
  const y = Math.min(180, Math.max(-180, middle.y));
  return { ...frame, left: frame.left + x - middle.x, top: frame.top + y - middle.y };
}

/** The same middle and height in a box of another shape. */
export function reshaped(frame: MapFrame, aspect: number): MapFrame {
  const width = frame.height * aspect;
  return { ...frame, width, left: frame.left + (frame.width - width) / 2 };
}

const kilometresPerDegree = 111.2;

/** A round length that takes about a quarter of the map, in kilometres and as a share of its width. */
export function scaleBar({ top, width, height }: MapFrame): { readonly kilometres: number; readonly share: number } {
  const perDegree = kilometresPerDegree / stretchAt(latitudeAt(top + height / 2));
  const most = (width / 4) * perDegree;
  const size = 10 ** Math.floor(Math.log10(most));
  const kilometres = size * ([5, 2, 1].find((step) => step * size <= most) ?? 1);
  return { kilometres, share: kilometres / perDegree / width };
}
