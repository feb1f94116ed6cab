import { downloadRoutes } from "@heliograph/contract";
import type { Sessions } from "../../../core/access/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import type { Downloads } from "../../../core/files/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf, reachToAll } from "../access.ts";
import { sendArchive, sendFile } from "../files/send-file.ts";
import type { WorkGuard } from "../places/guard-work.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface DownloadDependencies {
  readonly devices: Devices;
  readonly downloads: Downloads;
  readonly sessions: Sessions;
}

interface DownloadParts extends DownloadDependencies {
  readonly work: WorkGuard;
}

/** Downloading files in two steps: names for a token, the token for bytes [FILE5]. */
export function serveDownloads(app: HttpApp, { devices, downloads, sessions, work }: DownloadParts): void {
  register(app, downloadRoutes, {
    createDownload: async (request, reply) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const token = await downloads.createToken(
        callerOf(request).sessionId,
        device.id,
        request.body,
        request.query.tag,
      );
      return reply.type("text/plain; charset=utf-8").serializer(String).send(token);
    },

    download: async (request, reply) => {
      const { deviceId, downloadToken } = request.params;
      const { files, sessionId } = await downloads.filesFor(deviceIdOf(deviceId), downloadToken);
      const principal = await sessions.principalOf(sessionId);
      request.principal = principal; // whoever asked for it still has to be allowed [AUTH8]
      await devices.require(reachToAll(request, ["DOWNLOAD_FILES"]), deviceIdOf(deviceId));
      const [file] = files;
      if (file && files.length === 1) return sendFile(request, reply, downloads, file);
      await work.enter("exports", { user: principal.userId, tenant: principal.tenantId ?? "" }, request, reply);
      return sendArchive(request, reply, downloads, files);
    },
  });
}
