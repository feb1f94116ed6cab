import { Type } from "typebox";
import { DownloadNames, DownloadQuery } from "../files.ts";
import { Uuid } from "../ids.ts";
import { needs, withDownloadToken } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const TokenParams = Type.Object({
  deviceId: Uuid,
  downloadToken: Type.String({ description: "From step 1", examples: ["mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"] }),
});
const tag = "Files";

export const downloadRoutes = routesOf({
  createDownload: {
    method: "POST",
    path: "/api/device/:deviceId/data-files/CLIENT_SCOPE/download",
    access: needs("DOWNLOAD_FILES"),
    tag,
    summary: "Step 1: a token for downloading the named files; valid for 10 minutes",
    params: DeviceParams,
    query: DownloadQuery,
    body: DownloadNames,
    answerForm: "text",
    produces: ["text/plain"],
    answers: { 200: Type.String({ description: "The bare token" }) },
  },

  download: {
    method: "GET",
    path: "/api/device/:deviceId/data-files/CLIENT_SCOPE/token/:downloadToken",
    access: withDownloadToken,
    tag,
    summary: "Step 2: the file, or a ZIP archive of several; the token alone is enough",
    params: TokenParams,
    answerForm: "stream",
    produces: ["application/octet-stream", "application/zip"],
    answers: { 200: Type.String({ format: "binary", description: "The bytes" }) },
  },
});
