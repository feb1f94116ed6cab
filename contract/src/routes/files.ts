import { FileListQuery, FileRecord, FileSelection } from "../files.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Files";

export const fileRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/original",
    access: needs("VIEW_FILES"),
    work: "lists",
    tag,
    summary: "The files of a device, by their start time",
    params: DeviceParams,
    query: FileListQuery,
    answers: { 200: pageOf(FileRecord) },
  },

  remove: {
    method: "DELETE",
    path: "/api/devices/:deviceId/data-files",
    access: needs("EDIT_FILES"),
    tag,
    summary: "Delete a file from the server; it stays known while the device has it",
    params: DeviceParams,
    query: FileSelection,
    answers: { 200: Done },
  },
});
