import { drawable } from "../../format/number.ts";

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const latitudeNames = ["latitude", "lat", "Latitude", "gps.latitude"];
const longitudeNames = ["longitude", "lon", "lng", "Longitude", "gps.longitude"];

/** Under the names devices use for it; anything outside of the globe is none. */
export function positionIn(values: ReadonlyMap<string, unknown>): Position | undefined {
  const latitude = firstNumber(values, latitudeNames);
  const longitude = firstNumber(values, longitudeNames);
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

const firstNumber = (values: ReadonlyMap<string, unknown>, names: readonly string[]): number | undefined =>
  names.map((name) => drawable(values.get(name))).find((number) => number !== undefined);
