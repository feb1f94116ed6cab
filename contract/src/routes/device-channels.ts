import { DeviceChannelsInput, DeviceDescription, SeenChannels } from "../device-types/index.ts";
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

export const seenChannelRoutes = routesOf({
  seenChannels: {
    method: "GET",
    path: "/api/deviceProfile/:deviceProfileId/seen-channels",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    work: "reads",
    tag,
    summary: "Keys that devices of this type sent and the type does not describe",
    params: DeviceTypeParams,
    answers: { 200: SeenChannels },
  },
});
