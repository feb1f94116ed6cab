import { fileRoutes } from "@heliograph/contract";
import type { Devices } from "../../../core/devices/index.ts";
import type { FileQuery, FileRequests, Files } from "../../../core/files/index.ts";
import { listRangeInvalid } from "../../../core/files/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface FileDependencies {
  readonly devices: Devices;
  readonly files: Files;
  readonly fileRequests: FileRequests;
}

/** The files of a device, as JSON [FILE3]. */
export function serveFiles(app: HttpApp, { devices, files, fileRequests }: FileDependencies): void {
  register(app, fileRoutes, {
    list: async (request, reply) => {
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const query = fileQueryOf(id, request.query);
      await fileRequests.settled();
      const source = {
        page: (page: Parameters<Files["list"]>[1]) => files.list(query, page),
        stream: () => files.stream(query),
      };
      return listBody(reply, request.query, source, fileRecordOf);
    },

    remove: async (request) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      await files.remove(device, request.query.name, request.query.tag);
      return {};
    },
  });
}

interface ListQuery {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly includeRemote?: boolean;
  readonly tag?: string;
  readonly textSearch?: string;
}

function fileQueryOf(deviceId: DeviceId, query: ListQuery): FileQuery {
  const time = (value: number | undefined): EpochMs | undefined => (value === undefined ? undefined : epochMs(value));
  const { startTime, endTime, includeRemote = false, tag, textSearch } = query;
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) throw listRangeInvalid();
  return { deviceId, startTime: time(startTime), endTime: time(endTime), includeRemote, tag, textSearch };
}
