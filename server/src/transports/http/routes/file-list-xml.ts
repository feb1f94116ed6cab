import { fileListXmlRoutes } from "@heliograph/contract";
import type { DeviceStore } from "../../../core/devices/index.ts";
import { deviceNotFound } from "../../../core/devices/index.ts";
import { type FileRequests, type Files, listRangeInvalid } from "../../../core/files/index.ts";
import { reaches } from "../../../core/projects/index.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { HttpError } from "../faults.ts";
import { acceptsXml } from "../files/accepts-xml.ts";
import { fileListXml } from "../files/file-list-xml.ts";
import { streamedText } from "../streamed-text.ts";

interface XmlListDependencies {
  readonly deviceStore: DeviceStore;
  readonly files: Files;
  readonly fileRequests: FileRequests;
}

const msPerSecond = 1_000;

const xmlExcluded = () =>
  new HttpError("XML_NOT_ACCEPTED", 406, "This list is XML only; let Accept allow application/xml");

/** Every file of a device with its storage status, as XML [FILE4]. */
export function serveXmlFileList(app: HttpApp, { deviceStore, files, fileRequests }: XmlListDependencies): void {
  register(app, fileListXmlRoutes, {
    listXml: async (request, reply) => {
      const { credentialsId, startTime, endTime } = request.params;
      const reach = reachOf(request);
      if (!acceptsXml(request.headers.accept)) throw xmlExcluded();
      const device = await deviceStore.findByToken(credentialsId);
      if (device?.tenantId !== reach.tenantId || !reaches(reach, device.projectId))
        throw deviceNotFound("with these credentials");
      if (endTime < startTime) throw listRangeInvalid();
      await fileRequests.settled();
      const portions = files.stream({
        deviceId: device.id,
        startTime: epochMs(startTime * msPerSecond),
        endTime: epochMs(endTime * msPerSecond),
        includeRemote: true,
        tag: undefined,
        textSearch: undefined,
      });
      const body = await streamedText(fileListXml(credentialsId, portions));
      void reply.type("application/xml; charset=utf-8");
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}
