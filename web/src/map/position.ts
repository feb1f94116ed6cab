import { drawable } from "../format/number.ts";

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** A value a device sent, with its time. */
export interface Sent {
  readonly ts: number;
  readonly value: unknown;
}

const latitudeNames = ["latitude", "lat", "Latitude", "gps.latitude"];
const longitudeNames = ["longitude", "lon", "lng", "Longitude", "gps.longitude"];
/** Both in one value: a text "48.137, 11.575" or an object. */
const pairNames = ["position", "Position", "location", "gps"];

export type Placed = Position & { readonly ts: number };

/**
 * Where the type says a position is, else under the names devices use for it: the newest of what was sent. Anything outside
 * of the globe is none.
 */
export function positionIn(sent: ReadonlyMap<string, Sent>, described: PositionKeys = noKeys): Placed | undefined {
  return newestUnder(sent, described) ?? newestUnder(sent, commonNames);
}

/** Keys that hold a position, by what the device's type says of them. */
export interface PositionKeys {
  readonly pairs: readonly string[];
  readonly latitudes: readonly string[];
  readonly longitudes: readonly string[];
}

const noKeys: PositionKeys = { pairs: [], latitudes: [], longitudes: [] };
const commonNames: PositionKeys = { pairs: pairNames, latitudes: latitudeNames, longitudes: longitudeNames };

/** Of some keys those that hold a position: what the type says, else what is usual. */
export function positionKeysAmong(keys: readonly string[], described: PositionKeys): readonly string[] {
  const under = ({ pairs, latitudes, longitudes }: PositionKeys) =>
    keys.filter((key) => [pairs, latitudes, longitudes].some((names) => names.includes(key)));
  const named = under(described);
  return named.length > 0 ? named : under(commonNames);
}

function newestUnder(sent: ReadonlyMap<string, Sent>, keys: PositionKeys): Placed | undefined {
  const pairs = keys.pairs.flatMap((name) => {
    const known = sent.get(name);
    return known ? placed(pairOf(known.value), known.ts) : [];
  });
  const latitude = firstOf(sent, keys.latitudes);
  const longitude = firstOf(sent, keys.longitudes);
  const single = latitude && longitude && placed([latitude.value, longitude.value], latitude.ts);
  return [...pairs, ...(single ?? [])].sort((a, b) => b.ts - a.ts)[0];
}

function placed([lat, lon]: readonly [unknown, unknown], ts: number): readonly Placed[] {
  const [latitude, longitude] = [drawable(lat), drawable(lon)];
  if (latitude === undefined || longitude === undefined) return [];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [{ latitude, longitude, ts }] : [];
}

function pairOf(value: unknown): readonly [unknown, unknown] {
  if (typeof value === "string") {
    const [lat, lon, ...rest] = value.split(/\s*[,;]\s*/);
    return rest.length > 1 ? [undefined, undefined] : [lat, lon]; // a third part is the altitude
  }
  if (typeof value !== "object" || value === null) return [undefined, undefined];
  const members = new Map(Object.entries(value));
  const first = (names: readonly string[]) => names.map((name) => members.get(name)).find((one) => one !== undefined);
  return [first(latitudeNames), first(longitudeNames)];
}

const firstOf = (sent: ReadonlyMap<string, Sent>, names: readonly string[]): Sent | undefined =>
  names.map((name) => sent.get(name)).find((one) => one !== undefined && drawable(one.value) !== undefined);

/** 48.13700° N, 11.57500° E */
export function positionText({ latitude, longitude }: Position): string {
  const side = (value: number, [plus, minus]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? minus : plus}`;
  return `${side(latitude, ["N", "S"])}, ${side(longitude, ["E", "W"])}`;
}
