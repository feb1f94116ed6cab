import type { FastifyRequest } from "fastify";
import type { Devices } from "../../../core/devices/index.ts";
import type { DeviceFile, Files } from "../../../core/files/index.ts";
import { reachOf } from "../access.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface HeldFileDependencies {
  readonly devices: Devices;
  readonly files: Files;
}

type FileRequest = FastifyRequest<{ Params: { deviceId: string }; Querystring: { name: string; tag?: string } }>;

/** A file whose content is here. */
export type HeldFile = DeviceFile & { readonly content: NonNullable<DeviceFile["content"]> };

/** The file that a request names by its device, name and tag. */
export async function heldFileOf({ devices, files }: HeldFileDependencies, request: FileRequest): Promise<HeldFile> {
  const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
  const [file] = await files.requireHeld(id, [request.query.name], request.query.tag);
  if (!file?.content) throw new Error("a held file has a content");
  return { ...file, content: file.content };
}

/** The part of a file between two times. */
export const windowOf = ({ startTime, endTime }: { startTime?: number; endTime?: number }) => ({
  from: startTime,
  to: endTime,
});
