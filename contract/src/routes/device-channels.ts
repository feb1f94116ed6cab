import {
  ChannelOverrides,
  ChannelQuery,
  ChannelValues,
  DeviceChannelsInput,
  DeviceDescription,
  SeenChannels,
} from "../device-types/index.ts";
import { needs } from "./access.ts";
import { DeviceParams, DeviceTypeParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Device types";

export const deviceChannelRoutes = routesOf({
  description: {
    method: "GET",
    path: "/api/device/:deviceId/channels",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "What the device's type says of its channels, commands and attributes, and what the device says otherwise",
    params: DeviceParams,
    answers: { 200: DeviceDescription },
  },
});

/** May be as large as a type. */
export const deviceChannelContentRoutes = routesOf({
  saveChannels: {
    method: "PUT",
    path: "/api/device/:deviceId/channels",
    access: needs("EDIT_DEVICES"),
    tag,
    summary: "Describe channels of one device otherwise than its type; an empty list leaves everything to the type",
    params: DeviceParams,
    body: DeviceChannelsInput,
    answers: { 200: DeviceDescription },
  },
});

/** What devices of a type make of its channels. */
export const seenChannelRoutes = routesOf({
  seenChannels: {
    method: "GET",
    path: "/api/deviceProfile/:deviceProfileId/seen-channels",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    work: "reads",
    tag,
    summary:
      "Keys that devices of this type sent: those the type does not describe, and on how many its channels are seen",
    params: DeviceTypeParams,
    answers: { 200: SeenChannels },
  },

  channelValues: {
    method: "GET",
    path: "/api/deviceProfile/:deviceProfileId/channel-values",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    work: "reads",
    tag,
    summary: "What devices of this type measured in a channel in the last 7 days, to draw limits on",
    description:
      "Means of short intervals, sorted and grouped, and the extremes of each device. A pattern stands for all keys that it " +
      "describes; one that the type does not have yet, for all that it fits.",
    params: DeviceTypeParams,
    query: ChannelQuery,
    answers: { 200: ChannelValues },
  },

  channelOverrides: {
    method: "GET",
    path: "/api/deviceProfile/:deviceProfileId/channel-overrides",
    access: needs("VIEW_DEVICES"),
    work: "reads",
    tag,
    summary: "Devices of this type that describe a channel otherwise",
    params: DeviceTypeParams,
    query: ChannelQuery,
    answers: { 200: ChannelOverrides },
  },
});
