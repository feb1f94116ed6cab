import { type Static, Type } from "typebox";
import { ChannelKey } from "../../../device-types/channel.ts";
import { closed } from "../../closed.ts";
import { devices, WidgetChannel } from "../option-parts.ts";

export const MapOptions = Type.Object(
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
export type MapOptions = Static<typeof MapOptions>;
