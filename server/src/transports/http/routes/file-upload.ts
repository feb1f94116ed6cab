import type { Readable } from "node:stream";
import { fileUploadRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Devices } from "../../../core/devices/index.ts";
import { defaultTag, type FileOwner, type Files } from "../../../core/files/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { passOverBody } from "../../pass-over-body.ts";
import { register } from "../../register.ts";
import { requestChunks } from "../../request-chunks.ts";
import { reachOf } from "../access.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { deviceIdOf } from "../route-ids.ts";

interface UploadDependencies {
  readonly devices: Devices;
  readonly files: Files;
  /** An upload of which nothing arrives for so long is given up. */
  readonly uploadTimeout: number;
}

/** A file from a user [FILE2]; its bytes are the body. In a scope of its own: here bodies are not JSON. */
export function serveFileUpload(app: HttpApp, { devices, files, uploadTimeout }: UploadDependencies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (_: unknown, payload: Readable) => payload);
  register(
    app,
    fileUploadRoutes,
    {
      upload: async (request, reply) => {
        const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
        const { name, tag = defaultTag } = request.query;
        const key = files.checkedKey(name, tag);
        await requireRoom(files, device, request);
        const content = requestChunks(request.raw, uploadTimeout);
        const file = await files.receive(device, content, async (blob) => {
          await request.checkAgain(); // while the bytes came, the caller or the device may have gone elsewhere [AUTH8]
          const owner = await devices.require(reachOf(request), device.id);
          return files.keep(owner, key, blob, "uploaded");
        });
        return reply.code(201).send(fileRecordOf(file));
      },
    },
    {
      bodyLimit: Number.MAX_SAFE_INTEGER,
    },
  );
}

/** Before a byte of the body is read or, for who expects 100-continue, sent [API7]. */
async function requireRoom(files: Files, device: FileOwner, { raw }: FastifyRequest): Promise<void> {
  try {
    await files.requireRoom(device, Number(raw.headers["content-length"] ?? 0));
  } catch (error) {
    passOverBody(raw);
    throw error;
  }
}
