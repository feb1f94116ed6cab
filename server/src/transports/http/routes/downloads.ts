import { DownloadNames, DownloadQuery, Uuid } from "@heliograph/contract";
import { Type } from "typebox";
import type { Devices } from "../../../core/devices/index.ts";
import type { Downloads } from "../../../core/files/index.ts";
import { needs, tenantOf, withDownloadToken } from "../access.ts";
import { sendArchive, sendFile } from "../files/send-file.ts";
import type { HttpApp } from "../http-app.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

export interface DownloadDependencies {
  readonly devices: Devices;
  readonly downloads: Downloads;
}

const tags = ["Files"];
const TokenParams = Type.Object({
  deviceId: Uuid,
  downloadToken: Type.String({ description: "From step 1", examples: ["mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"] }),
});

/** Downloading files in two steps: names for a token, the token for bytes [FILE5]. */
export function downloadRoutes(app: HttpApp, { devices, downloads }: DownloadDependencies): void {
  app.post(
    "/api/device/:deviceId/data-files/CLIENT_SCOPE/download",
    {
      config: { access: needs("DOWNLOAD_FILES") },
      schema: {
        tags,
        summary: "Step 1: a token for downloading the named files; valid for 10 minutes",
        params: DeviceParams,
        querystring: DownloadQuery,
        body: DownloadNames,
        produces: ["text/plain"],
        response: { 200: Type.String({ description: "The bare token" }) },
      },
    },
    async (request, reply) => {
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const token = await downloads.createToken(device.id, request.body, request.query.tag);
      return reply.type("text/plain; charset=utf-8").serializer(String).send(token);
    },
  );

  app.get(
    "/api/device/:deviceId/data-files/CLIENT_SCOPE/token/:downloadToken",
    {
      config: { access: withDownloadToken },
      schema: {
        tags,
        summary: "Step 2: the file, or a ZIP archive of several; the token alone is enough",
        params: TokenParams,
        produces: ["application/octet-stream", "application/zip"],
        response: { 200: Type.String({ format: "binary", description: "The bytes" }) },
      },
    },
    async (request, reply) => {
      const { deviceId, downloadToken } = request.params;
      const files = await downloads.filesFor(deviceIdOf(deviceId), downloadToken);
      const [file] = files;
      if (file && files.length === 1) return sendFile(request, reply, downloads, file);
      return sendArchive(request, reply, downloads, files);
    },
  );
}
