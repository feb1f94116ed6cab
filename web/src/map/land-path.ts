import { downOf } from "./mercator.ts";

/** The part of TopoJSON that a map of coasts consists of: lines stored once, as steps on a grid. */
export interface CoastTopology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
  readonly objects: { readonly land: { readonly geometries: readonly { readonly arcs: readonly number[][][] }[] } };
}

type Point = readonly [x: number, y: number];

/** All land as one SVG path, in degrees as maps have them. Coasts may go on beyond ±180°. */
export function landPath({ arcs, transform, objects }: CoastTopology): string {
  const lines = arcs.map((arc) => pointsOf(arc, transform));
  const rings = objects.land.geometries.flatMap((geometry) => geometry.arcs.flat());
  return rings.map((ring) => ringPath(ring.flatMap((index) => lineAt(lines, index)))).join("");
}

/** A negative index is a line walked backwards: -1 is line 0. */
function lineAt(lines: readonly (readonly Point[])[], index: number): readonly Point[] {
  const line = lines[index < 0 ? -index - 1 : index] ?? [];
  return index < 0 ? line.toReversed() : line;
}

function pointsOf(arc: readonly (readonly number[])[], transform: CoastTopology["transform"]): Point[] {
  const [scaleX = 1, scaleY = 1] = transform.scale;
  const [left = 0, bottom = 0] = transform.translate;
  let [x, y] = [0, 0];
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx;
    y += dy;
    return [x * scaleX + left, 0 + downOf(y * scaleY + bottom)];
  });
}

/** A coast that crosses the date line goes on at 181° instead of running back across the whole map. */
function ringPath(points: readonly Point[]): string {
  let timesAround = 0;
  const written = points.map(([x, y], index) => {
    const step = x - (points[index - 1]?.[0] ?? x);
    if (Math.abs(step) > 180) timesAround -= Math.sign(step);
    return `${(x + timesAround * 360).toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${written.join("L")}Z`;
}
