import { downloadRoutes, Uuid } from "@heliograph/contract";
import { Type } from "typebox";
import type { Devices } from "../../../core/devices/index.ts";
import type { Downloads } from "../../../core/files/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { tenantOf } from "../access.ts";
import { sendArchive, sendFile } from "../files/send-file.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface DownloadDependencies {
  readonly devices: Devices;
  readonly downloads: Downloads;
}

const _TokenParams = Type.Object({
  deviceId: Uuid,
  downloadToken: Type.String({ description: "From step 1", examples: ["mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"] }),
});

/** Downloading files in two steps: names for a token, the token for bytes [FILE5]. */
export function serveDownloads(app: HttpApp, { devices, downloads }: DownloadDependencies): void {
  register(app, downloadRoutes, {
    createDownload: async (request, reply) => {
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const token = await downloads.createToken(device.id, request.body, request.query.tag);
      return reply.type("text/plain; charset=utf-8").serializer(String).send(token);
    },

    download: async (request, reply) => {
      const { deviceId, downloadToken } = request.params;
      const files = await downloads.filesFor(deviceIdOf(deviceId), downloadToken);
      const [file] = files;
      if (file && files.length === 1) return sendFile(request, reply, downloads, file);
      return sendArchive(request, reply, downloads, files);
    },
  });
}
