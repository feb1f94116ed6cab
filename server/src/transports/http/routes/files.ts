import { FileListQuery, FileRecord, FileSelection, pageOf } from "@heliograph/contract";
import { Type } from "typebox";
import type { Devices } from "../../../core/devices/index.ts";
import type { FileQuery, FileRequests, Files } from "../../../core/files/index.ts";
import { listRangeInvalid } from "../../../core/files/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { listBody } from "../list-body.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

export interface FileDependencies {
  readonly devices: Devices;
  readonly files: Files;
  readonly fileRequests: FileRequests;
}

const tags = ["Files"];

/** The files of a device, as JSON [FILE3]. */
export function fileRoutes(app: HttpApp, { devices, files, fileRequests }: FileDependencies): void {
  app.get(
    "/api/devices/:deviceId/data-files/original",
    {
      config: { access: needs("VIEW_FILES") },
      schema: {
        tags,
        summary: "The files of a device, by their start time",
        params: DeviceParams,
        querystring: FileListQuery,
        response: { 200: pageOf(FileRecord) },
      },
    },
    async (request, reply) => {
      const { id } = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const query = fileQueryOf(id, request.query);
      await fileRequests.settled();
      const source = {
        page: (page: Parameters<Files["list"]>[1]) => files.list(query, page),
        stream: () => files.stream(query),
      };
      return listBody(reply, request.query, source, fileRecordOf);
    },
  );

  app.delete(
    "/api/devices/:deviceId/data-files",
    {
      config: { access: needs("EDIT_FILES") },
      schema: {
        tags,
        summary: "Delete a file from the server; it stays known while the device has it",
        params: DeviceParams,
        querystring: FileSelection,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const { id } = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      await files.remove(id, request.query.name, request.query.tag);
      return {};
    },
  );
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
