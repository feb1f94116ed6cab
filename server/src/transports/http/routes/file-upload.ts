import type { Readable } from "node:stream";
import { FileRecord, FileSelection } from "@heliograph/contract";
import type { Devices } from "../../../core/devices/index.ts";
import { defaultTag, type Files, requestChunks } from "../../../core/files/index.ts";
import { needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

interface UploadDependencies {
  readonly devices: Devices;
  readonly files: Files;
  /** An upload of which nothing arrives for so long is given up. */
  readonly uploadTimeout: number;
}

/** A file from a user [FILE2]; its bytes are the body. In a scope of its own: here bodies are not JSON. */
export function fileUploadRoute(app: HttpApp, { devices, files, uploadTimeout }: UploadDependencies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (_: unknown, payload: Readable) => payload);
  app.post(
    "/api/devices/:deviceId/data-files",
    {
      bodyLimit: Number.MAX_SAFE_INTEGER, // files have a limit of their own
      config: { access: needs("EDIT_FILES") },
      schema: {
        tags: ["Files"],
        summary: "Upload a file: the body is its content, whatever the content type says",
        consumes: ["application/octet-stream"],
        params: DeviceParams,
        querystring: FileSelection,
        response: { 201: FileRecord },
      },
    },
    async (request, reply) => {
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const { name, tag = defaultTag } = request.query;
      const key = files.checkedKey(name, tag);
      const content = requestChunks(request.raw, uploadTimeout);
      const file = await files.receive(device, content, (blob) => files.keep(device, key, blob, "uploaded"));
      return reply.code(201).send(fileRecordOf(file));
    },
  );
}
