import type { Position } from "./position.ts";

/** What a map shows, in degrees of its middle latitude: x is the longitude made as narrow as it is there, y goes down. */
export interface MapFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** A degree of longitude in degrees of latitude. */
  readonly narrowing: number;
}

/** Nothing is shown closer than that: about two kilometres. */
const leastSpan = 0.02;
const margin = 1.3;

/** Everything in view, with a margin, in the shape of the widget; undefined where there is nothing. */
export function frameOf(
  positions: readonly Position[],
  aspect: number,
  least: number = leastSpan,
): MapFrame | undefined {
  if (positions.length === 0) return undefined;
  const [south, north] = extent(positions.map(({ latitude }) => latitude));
  const [west, east] = extent(positions.map(({ longitude }) => longitude));
  const narrowing = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const height = Math.max(least, (north - south) * margin, ((east - west) * narrowing * margin) / aspect);
  const width = height * aspect;
  const middle = { x: ((west + east) / 2) * narrowing, y: -(south + north) / 2 };
  return { left: middle.x - width / 2, top: middle.y - height / 2, width, height, narrowing };
}

/** Without spreading: there may be many. */
const extent = (values: readonly number[]): readonly [least: number, greatest: number] => [
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  values.reduce((greatest, value) => Math.max(greatest, value), Number.NEGATIVE_INFINITY),
];

export const xIn = ({ narrowing }: MapFrame, { longitude }: Position): number => longitude * narrowing;
export const yIn = ({ latitude }: Position): number => -latitude;

/** What stands at a share of its width and height. */
export const placeIn = ({ left, top, width, height, narrowing }: MapFrame, x: number, y: number): Position => ({
  latitude: -(top + y * height),
  longitude: (left + x * width) / narrowing,
});

/** Where a place stands, as shares of width and height. */
export const shareIn = (frame: MapFrame, place: Position): { readonly x: number; readonly y: number } => ({
  x: (xIn(frame, place) - frame.left) / frame.width,
  y: (yIn(place) - frame.top) / frame.height,
});

/** The widest and the closest view, in degrees. */
const [widest, closest] = [170, 0.0005];

/** Closer by a factor, or further away; the middle stays. */
export function zoomed(frame: MapFrame, factor: number): MapFrame {
  const height = Math.min(widest, Math.max(closest, frame.height / factor));
  const width = (frame.width / frame.height) * height;
  const [x, y] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
  return { ...frame, width, height, left: x - width / 2, top: y - height / 2 };
}

/** The same middle and height in a box of another shape. */
export function reshaped(frame: MapFrame, aspect: number): MapFrame {
  const width = frame.height * aspect;
  return { ...frame, width, left: frame.left + (frame.width - width) / 2 };
}

/** Those that would lie over each other are one; each has at least one member. */
export interface Cluster<T> {
  readonly x: number;
  readonly y: number;
  readonly members: readonly T[];
}

/** By the cells of a grid over the map, so many in a row. */
export function clusters<T extends Position>(places: readonly T[], frame: MapFrame, cells = 30): Cluster<T>[] {
  const size = frame.width / cells;
  const cellOf = (place: T) =>
    `${Math.floor((xIn(frame, place) - frame.left) / size)} ${Math.floor((yIn(place) - frame.top) / size)}`;
  return [...Map.groupBy(places, cellOf).values()].map((members) => ({
    x: mean(members.map((one) => xIn(frame, one))),
    y: mean(members.map(yIn)),
    members,
  }));
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const kilometresPerDegree = 111.2;

/** A round length that takes about a quarter of the map, in kilometres and degrees. */
export function scaleBar({ width }: MapFrame): { readonly kilometres: number; readonly degrees: number } {
  const most = (width / 4) * kilometresPerDegree;
  const size = 10 ** Math.floor(Math.log10(most));
  const kilometres = size * ([5, 2, 1].find((step) => step * size <= most) ?? 1);
  return { kilometres, degrees: kilometres / kilometresPerDegree };
}
