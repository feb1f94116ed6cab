import { Type } from "typebox";
import { CommandRecord } from "../commands.ts";
import { FilesRequest, ListRequest } from "../files.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Commands";

export const fileRequestRoutes = routesOf({
  requestList: {
    method: "POST",
    path: "/api/devices/:deviceId/request-list",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Ask the device, at its next contact, for the list of its files in a range of time",
    params: DeviceParams,
    body: ListRequest,
    answers: { 202: CommandRecord },
  },

  requestFiles: {
    method: "POST",
    path: "/api/devices/:deviceId/request-files",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Ask the device, at its next contact, for files it announced; one command each",
    params: DeviceParams,
    body: FilesRequest,
    answers: { 202: Type.Array(CommandRecord) },
  },
});
