import { type MapFrame, xIn, yIn } from "./map-frame.ts";
import type { Position } from "./position.ts";

/** Those that would lie over each other are one; each has at least one member. */
export interface Cluster<T> {
  readonly x: number;
  readonly y: number;
  readonly members: readonly T[];
}

/** Marks in the middle of neighbouring cells are so many pixels apart, or up to twice as many. */
const leastPixels = 48;

/** The side of a cell in degrees: it stays the same while the map is moved, and for a while when it comes closer. */
export const cellOf = ({ width }: MapFrame, pixels: number): number =>
  2 ** Math.ceil(Math.log2((width * leastPixels) / Math.max(1, pixels)));

/** By the cells of a grid over the world: moving the map changes none of them. */
export function clusters<T extends Position>(places: readonly T[], cell: number): Cluster<T>[] {
  const columns = 2 ** 26; // more than a world of the smallest cells has
  const cellOfPlace = (place: T) => Math.floor(xIn(place) / cell) * columns + Math.floor(yIn(place) / cell);
  return [...Map.groupBy(places, cellOfPlace).values()].map((members) => ({
    x: mean(members, xIn),
    y: mean(members, yIn),
    members,
  }));
}

const mean = <T>(members: readonly T[], of: (member: T) => number): number =>
  members.reduce((sum, one) => sum + of(one), 0) / members.length;

/** Those in view, and so far beyond it as a share of its width and height. */
export const inView = <T>(
  marks: readonly Cluster<T>[],
  { left, top, width, height }: MapFrame,
  beyond: number,
): readonly Cluster<T>[] =>
  marks.filter(
    ({ x, y }) =>
      Math.abs((x - left) / width - 0.5) <= 0.5 + beyond && Math.abs((y - top) / height - 0.5) <= 0.5 + beyond,
  );
