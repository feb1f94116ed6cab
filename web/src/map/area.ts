import type { AreaCondition } from "@heliograph/contract";
import type { Position } from "./position.ts";

export type Area = Pick<AreaCondition, "circle" | "corners">;
export type Circle = NonNullable<AreaCondition["circle"]>;

/** Metres of a degree of latitude, by the earth's mean radius, as the server counts. */
const metresPerDegree = (6_371_000 * Math.PI) / 180;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** As many degrees as a metre of ground is worth writing down. */
const tidyDegrees = (degrees: number): number => Number(degrees.toFixed(6));
const leastRadius = 1;
const mostRadius = 20_000_000;
/** A radius as people say it: 1.53 km and not 1,528.73 m. */
export const tidyRadius = (metres: number): number =>
  Math.min(mostRadius, Math.max(leastRadius, Number(metres.toPrecision(3))));

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
/** Once around the globe is where one was. */
const onGlobe = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** A place that can be sent: on the globe, and not finer than it is known. */
export const tidyPlace = ({ latitude, longitude }: Position): Position => ({
  latitude: tidyDegrees(clamp(latitude, 90)),
  longitude: tidyDegrees(Math.abs(longitude) <= 180 ? longitude : onGlobe(longitude)),
});

/** The longitude nearest to another: beyond 180° where that is the shorter way. */
export const nearLongitude = (longitude: number, to: number): number =>
  longitude + 360 * Math.round((to - longitude) / 360);

/** Metres along the ground. */
export function distanceOf(a: Position, b: Position): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Where one gets to from a place in some metres, clockwise from north; longitudes go on beyond 180°. */
export function placeAt({ latitude, longitude }: Position, metres: number, turn: number): Position {
  const [lat, way] = [radians(latitude), radians(metres / metresPerDegree)];
  const to = Math.asin(Math.sin(lat) * Math.cos(way) + Math.cos(lat) * Math.sin(way) * Math.cos(turn));
  const east = Math.atan2(Math.sin(turn) * Math.sin(way) * Math.cos(lat), Math.cos(way) - Math.sin(lat) * Math.sin(to));
  return { latitude: (to * 180) / Math.PI, longitude: longitude + (east * 180) / Math.PI };
}

const sides = 72;

/** The edge of an area as it is drawn. */
export function ringOf({ circle, corners }: Area): readonly Position[] {
  if (circle)
    return Array.from({ length: sides }, (_, at) => placeAt(circle, circle.radius, (at / sides) * 2 * Math.PI));
  const from = corners?.[0]?.longitude ?? 0;
  return (corners ?? []).map((corner) => ({ ...corner, longitude: nearLongitude(corner.longitude, from) }));
}

/** The middle of a circle, or of the box around corners. */
export function middleOf(area: Area): Position {
  if (area.circle) return area.circle;
  const ring = ringOf(area);
  const between = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return tidyPlace({
    latitude: between(ring.map(({ latitude }) => latitude)),
    longitude: between(ring.map(({ longitude }) => longitude)),
  });
}

/** How much room is left around what is enclosed. */
const room = 1.2;
const usualRadius = 1_000;

/** The circle around some places; around one, the usual one. */
export function circleAround(places: readonly Position[]): Circle | undefined {
  if (places.length === 0) return undefined;
  const middle = middleOf({ corners: [...places] });
  const furthest = places.reduce((most, place) => Math.max(most, distanceOf(middle, place)), 0);
  return { ...middle, radius: furthest === 0 ? usualRadius : tidyRadius(furthest * room) };
}

export const usualCircle = (place: Position): Circle => ({ ...tidyPlace(place), radius: usualRadius });

/** The same area in another shape, as nearly as it can be. */
export function asCircle(area: Area): Circle {
  if (area.circle) return area.circle;
  const middle = middleOf(area);
  const furthest = (area.corners ?? []).reduce((most, corner) => Math.max(most, distanceOf(middle, corner)), 0);
  return { ...middle, radius: tidyRadius(furthest) };
}

export function asCorners({ circle, corners }: Area): Position[] {
  if (corners || !circle) return [...(corners ?? [])];
  const quarters = [7, 1, 3, 5].map((eighths) => (eighths / 4) * Math.PI);
  return quarters.map((turn) => tidyPlace(placeAt(circle, circle.radius, turn)));
}

/** The whole area, so many degrees further. */
export function movedArea({ circle, corners }: Area, north: number, east: number): Area {
  const moved = (place: Position) => tidyPlace({ latitude: place.latitude + north, longitude: place.longitude + east });
  if (circle) return { circle: { ...circle, ...moved(circle) } };
  return { corners: (corners ?? []).map(moved) };
}

/** One more corner, on the edge behind the one at a place. */
export function withCorner(corners: readonly Position[], behind: number, place: Position): Position[] {
  return corners.toSpliced(behind + 1, 0, tidyPlace(place));
}
