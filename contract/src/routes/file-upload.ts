import { FileRecord, FileSelection } from "../files.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const fileUploadRoutes = routesOf({
  upload: {
    method: "POST",
    path: "/api/devices/:deviceId/data-files",
    access: needs("EDIT_FILES"),
    tag: "Files",
    summary: "Upload a file: the body is its content, whatever the content type says",
    consumes: ["application/octet-stream"],
    params: DeviceParams,
    query: FileSelection,
    answers: { 201: FileRecord },
  },
});
