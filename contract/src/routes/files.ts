import { FileListQuery, FileRecord, FileSelection, NewestFiles, NewestFilesQuery } from "../files.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceParams, Done, TenantParams } from "./params.ts";
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

  newest: {
    method: "GET",
    path: "/api/tenants/:tenantId/files",
    access: needs("VIEW_FILES"),
    work: "lists",
    tag,
    summary: "The files of all devices that the server holds, those that came last first",
    params: TenantParams,
    query: NewestFilesQuery,
    answers: { 200: NewestFiles },
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
