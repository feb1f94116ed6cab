import type { ShownDevice, WidgetOptions } from "@heliograph/contract";
import { type Position, type PositionKeys, positionIn, type Sent } from "../map/position.ts";
import { wayOf } from "../map/way.ts";
import type { AnsweredSeries, QuestionAnswer } from "./page-answer.ts";

export interface PlacedDevice extends Position {
  readonly device: ShownDevice;
  readonly ts: number;
  /** What its mark is coloured by. */
  readonly coloured?: { readonly key: string; readonly value: unknown };
}

type Keys = Pick<WidgetOptions<"MAP">, "latitude" | "longitude" | "position" | "colourBy">;

const keysOf = ({ latitude, longitude, position }: Keys): PositionKeys => ({
  pairs: position === undefined ? [] : [position],
  latitudes: latitude === undefined ? [] : [latitude],
  longitudes: longitude === undefined ? [] : [longitude],
});

/** Devices that have said where they are. */
export function placedDevices({ devices, latest }: QuestionAnswer, keys: Keys): PlacedDevice[] {
  const described = keysOf(keys);
  return devices.flatMap((device) => {
    const sent = new Map<string, Sent>(Object.entries(latest.get(device.id.id) ?? {}));
    const position = positionIn(sent, described);
    const coloured = keys.colourBy && colouredBy(sent, keys);
    return position ? [{ device, ...position, ...(coloured && { coloured }) }] : [];
  });
}

/** Of what the widget asked for, what is no position: which key that is may be a variable's to say. */
function colouredBy(sent: ReadonlyMap<string, Sent>, { latitude, longitude, position, colourBy }: Keys) {
  const named = [latitude, longitude, position].filter((key) => key !== undefined);
  const places = new Set(named.length > 0 ? named : ["latitude", "longitude", "position"]);
  const key = colourBy?.key ?? [...sent.keys()].find((one) => !places.has(one));
  const value = key === undefined ? undefined : sent.get(key)?.value;
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** The way of each device; a moment at which only one half of a position came is passed over. */
export function tracksOf(series: readonly AnsweredSeries[], keys: Keys): (readonly Position[])[] {
  const described = keysOf(keys);
  const byDevice = Map.groupBy(series, ({ deviceId }) => deviceId);
  return [...byDevice.values()].map((ofDevice) => wayOf(ofDevice, described)).filter((way) => way.length > 1);
}
