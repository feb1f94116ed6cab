import { Type } from "typebox";
import { ChannelRecord, PreviewQuery, PreviewRecord } from "../file-content.ts";
import { FileSelection } from "../files.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "File content";

/** What a measurement file shows of itself [FILE7]. */
export const fileContentRoutes = routesOf({
  channels: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/channels",
    access: needs("VIEW_FILES"),
    tag,
    summary: "The channels of a measurement file",
    params: DeviceParams,
    query: FileSelection,
    answers: { 200: Type.Object({ data: Type.Array(ChannelRecord) }) },
  },

  preview: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/preview",
    access: needs("VIEW_FILES"),
    tag,
    summary: "One channel, or a window of it, in about as many buckets as a chart has pixels",
    params: DeviceParams,
    query: PreviewQuery,
    answers: { 200: PreviewRecord },
  },
});
