import { Type } from "typebox";
import {
  ChannelRecord,
  ContentExportQuery,
  PreviewQuery,
  PreviewRecord,
  SamplesQuery,
  SamplesRecord,
} from "../file-content.ts";
import { FileRecord, FileSelection } from "../files.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "File content";

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

  samples: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/samples",
    access: needs("DOWNLOAD_FILES"),
    tag,
    summary: "Samples of one channel, as they are in the file",
    params: DeviceParams,
    query: SamplesQuery,
    answers: { 200: SamplesRecord },
  },

  exportCsv: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/export",
    access: needs("DOWNLOAD_FILES"),
    work: "exports",
    tag,
    summary: "A measurement file, or some of its channels, as CSV: a line per time, a column per channel",
    params: DeviceParams,
    query: ContentExportQuery,
    answerForm: "stream",
    produces: ["text/csv"],
    answers: { 200: Type.String({ description: "The lines, as they are read" }) },
  },

  readAgain: {
    method: "POST",
    path: "/api/devices/:deviceId/data-files/index",
    access: needs("EDIT_FILES"),
    tag,
    summary: "Read the content of a file once more",
    params: DeviceParams,
    query: FileSelection,
    answers: { 202: FileRecord },
  },
});
