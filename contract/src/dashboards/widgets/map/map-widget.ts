import { widgetKind } from "../widget-kind.ts";
import { channelsProblem, everyDevice, keysOf } from "../widget-parts.ts";
import type { MapOptions } from "./map-options.ts";

export const mapWidget = widgetKind<"MAP", MapOptions>({
  kind: "MAP",
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, latitude, longitude, position, track = false, colourBy }, asked) => {
    const keys = [latitude, longitude, position].filter((key) => key !== undefined);
    const coloured = keysOf(colourBy ? [colourBy] : [], asked);
    const places = keys.length > 0 ? keys : ["latitude", "longitude", "position"];
    return {
      latest: { kind: "LATEST", devices: about, keys: [...new Set([...places, ...coloured])] },
      ...(track && { track: { kind: "SERIES", devices: about, keys: places, form: "POINTS" } as const }),
    };
  },
  problemOf: ({ latitude, longitude, colourBy }) =>
    (latitude === undefined) === (longitude === undefined)
      ? channelsProblem(colourBy ? [colourBy] : [])
      : "latitude and longitude belong together",
});
