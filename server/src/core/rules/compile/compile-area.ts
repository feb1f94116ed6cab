import type { AreaCondition, AreaPlace } from "@heliograph/contract";
import { truthOf, unknown } from "../values.ts";
import type { Judge } from "./compiled-rule.ts";

/** Metres, the mean one. */
const earthRadius = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type IsInside = (latitude: number, longitude: number) => boolean;

/** A position that is none, such as latitude 999 of a receiver without a fix, is unknown. */
export function compileArea(condition: AreaCondition, indexOf: (name: string) => number): Judge {
  const [latitudeAt, longitudeAt] = [indexOf(condition.latitude), indexOf(condition.longitude)];
  const isInside = insideOf(condition);
  const wanted = condition.where === "INSIDE";
  return (values) => {
    const [latitude, longitude] = [values[latitudeAt], values[longitudeAt]];
    if (typeof latitude !== "number" || typeof longitude !== "number") return unknown;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return unknown;
    return truthOf(isInside(latitude, longitude) === wanted);
  };
}

function insideOf({ circle, corners, where }: AreaCondition): IsInside {
  if (where !== "INSIDE" && where !== "OUTSIDE") throw new Error(`nowhere: ${String(where)}`);
  if (circle) return inCircle(circle, circle.radius);
  if (corners) return inPolygon(corners);
  throw new Error("an area without a circle or corners");
}

/** By the haversine formula: along the ground, over the date line and the poles, too. */
function inCircle(middle: AreaPlace, radius: number): IsInside {
  const cosine = Math.cos(radians(middle.latitude));
  return (latitude, longitude) => {
    const [north, east] = [radians(latitude - middle.latitude), radians(longitude - middle.longitude)];
    const half = Math.sin(north / 2) ** 2 + cosine * Math.cos(radians(latitude)) * Math.sin(east / 2) ** 2;
    return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half))) <= radius;
  };
}

/** Degrees to the east of somewhere, at most half around: what lies beyond the date line goes on. */
const eastOf = (longitude: number, from: number): number => ((((longitude - from + 180) % 360) + 360) % 360) - 180;

/** Edges are straight on a map of degrees; each that is crossed on the way east changes the side. */
function inPolygon(corners: readonly AreaPlace[]): IsInside {
  const from = corners[0]?.longitude ?? 0;
  const ring = corners.map(({ latitude, longitude }) => [eastOf(longitude, from), latitude] as const);
  const edges = ring.map((corner, at) => [corner, ring.at(at - 1) ?? corner] as const);
  return (y, longitude) => {
    const x = eastOf(longitude, from);
    let isInside = false;
    for (const [[ax, ay], [bx, by]] of edges) {
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    }
    return isInside;
  };
}
