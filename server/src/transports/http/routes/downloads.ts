import { downloadRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Callers } from "../../../core/access/index.ts";
import type { Actor, Audit, AuditedAct } from "../../../core/audit/index.ts";
import type { Device, Devices } from "../../../core/devices/index.ts";
import type { Downloads, HeldFile } from "../../../core/files/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf, reachToAll } from "../access.ts";
import { actorOf } from "../actors.ts";
import { sendArchive, sendFile } from "../files/send-file.ts";
import type { WorkGuard } from "../places/guard-work.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface DownloadDependencies {
  readonly devices: Devices;
  readonly downloads: Downloads;
  readonly callers: Callers;
  readonly audit: Audit;
}

interface DownloadParts extends DownloadDependencies {
  readonly work: WorkGuard;
}

/** Downloading files in two steps: names for a token, the token for bytes [FILE5]. */
export function serveDownloads(app: HttpApp, { devices, downloads, callers, audit, work }: DownloadParts): void {
  /** Parts of a file, however they are asked for, become one entry with their number within a minute [AUD1]. */
  const onRecord = ({ headers }: FastifyRequest, act: AuditedAct, actor: Actor) =>
    headers.range === undefined ? audit.note(act, actor) : audit.often(act, actor);

  register(app, downloadRoutes, {
    createDownload: async (request, reply) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const token = await downloads.createToken(
        callerOf(request).credential,
        device.id,
        request.body,
        request.query.tag,
      );
      return reply.type("text/plain; charset=utf-8").serializer(String).send(token);
    },

    download: async (request, reply) => {
      const { deviceId, downloadToken } = request.params;
      const { files, by } = await downloads.filesFor(deviceIdOf(deviceId), downloadToken);
      const principal = await callers.again(by);
      request.principal = principal; // whoever asked for it still has to be allowed [AUTH8]
      const device = await devices.require(reachToAll(request, ["DOWNLOAD_FILES"]), deviceIdOf(deviceId));
      if (request.method === "GET") await onRecord(request, downloading(device, files), actorOf(request));
      const [file] = files;
      if (file && files.length === 1) return sendFile(request, reply, downloads, file);
      await work.enter("exports", { user: principal.userId, tenant: principal.tenantId ?? "" }, request, reply);
      return sendArchive(request, reply, downloads, files);
    },
  });
}

/** Of many files an entry names the first ones. */
const namesAtMost = 100;

const downloading = ({ id, name }: Device, files: readonly HeldFile[]): AuditedAct => ({
  action: "FILE_DOWNLOADED",
  entity: { type: "DEVICE", id, name },
  facts: { count: files.length, files: files.slice(0, namesAtMost).map((file) => file.name) },
});
