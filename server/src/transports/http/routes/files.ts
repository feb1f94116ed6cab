import { fileRoutes } from "@heliograph/contract";
import type { Devices } from "../../../core/devices/index.ts";
import type {
  FilePlace,
  FileQuery,
  FileRequests,
  Files,
  NewestFiles,
  NewestFilesPage,
} from "../../../core/files/index.ts";
import { listRangeInvalid } from "../../../core/files/index.ts";
import type { Projects } from "../../../core/projects/index.ts";
import type { DeviceId, FileId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { projectIdOf } from "../records/project-record.ts";
import { deviceIdOf, ownReachInPath } from "../route-ids.ts";

export interface FileDependencies {
  readonly devices: Devices;
  readonly files: Files;
  readonly fileRequests: FileRequests;
  readonly newestFiles: NewestFiles;
  readonly projects: Projects;
}

/** The files of a device, as JSON [FILE3]. */
export function serveFiles(app: HttpApp, parts: FileDependencies): void {
  const { devices, files, fileRequests } = parts;
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

    newest: async (request) => {
      const { projectId, textSearch, tag, cursor, limit = 50 } = request.query;
      const isUnassigned = projectId === "none";
      const whole = ownReachInPath(request);
      const isNamed = projectId !== undefined && !isUnassigned;
      const reach = isNamed ? await parts.projects.within(whole, projectIdOf(projectId), true) : whole;
      const query = { reach, isUnassigned, textSearch, tag, before: placeOf(cursor) };
      const { found, next } = await parts.newestFiles.page(query, limit);
      return { data: found.map(newestFileOf), next: next && `${next.time}-${next.id}` };
    },

    remove: async (request) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      await files.remove(device, request.query.name, request.query.tag);
      return {};
    },
  });
}

const newestFileOf = ({ file, deviceId, deviceName }: NewestFilesPage["found"][number]) => ({
  ...fileRecordOf(file),
  deviceId: { entityType: "DEVICE" as const, id: deviceId },
  deviceName,
});

/** As the schema says: digits, and an id behind them. */
function placeOf(cursor: string | undefined): FilePlace | undefined {
  if (cursor === undefined) return undefined;
  const at = cursor.indexOf("-");
  return { time: epochMs(Number(cursor.slice(0, at))), id: cursor.slice(at + 1).toLowerCase() as FileId };
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
