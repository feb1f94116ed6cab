import { Type } from "typebox";
import { ChannelKey } from "../../device-types/channel.ts";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import { channelsProblem, devices, everyDevice, keysOf, WidgetChannel } from "./widget-parts.ts";

const schema = Type.Object(
  {
    devices,
    latitude: Type.Optional(ChannelKey),
    longitude: Type.Optional(ChannelKey),
    position: Type.Optional(ChannelKey),
    track: Type.Optional(Type.Boolean({ description: "The way in the time of the page" })),
    colourBy: Type.Optional(WidgetChannel),
  },
  { ...closed, description: "Where devices are; by the channels its type calls positions where nothing is said" },
);

export const mapWidget = widgetKind({
  kind: "MAP",
  schema,
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
