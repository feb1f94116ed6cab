import { CommandRecord, FilesRequest, ListRequest } from "@heliograph/contract";
import { Type } from "typebox";
import type { Devices } from "../../../core/devices/index.ts";
import { defaultTag, type FileRequests } from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { parseIsoTime } from "../../../kernel/iso-time.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { callerOf, needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { commandRecordOf } from "../records/command-record.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

interface RequestDependencies {
  readonly devices: Devices;
  readonly fileRequests: FileRequests;
}

const tags = ["Commands"];

/** Asking a device for its list, and for files [CMD1, CMD2]. */
export function fileRequestRoutes(app: HttpApp, { devices, fileRequests }: RequestDependencies): void {
  app.post(
    "/api/devices/:deviceId/request-list",
    {
      config: { access: needs("SEND_COMMANDS") },
      schema: {
        tags,
        summary: "Ask the device, at its next contact, for the list of its files in a range of time",
        params: DeviceParams,
        body: ListRequest,
        response: { 202: CommandRecord },
      },
    },
    async (request, reply) => {
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const { startTime, endTime, tag = defaultTag } = request.body;
      const range = { startTime: timeOf("startTime", startTime), endTime: timeOf("endTime", endTime) };
      const command = await fileRequests.requestList(device, range, tag, callerOf(request).username);
      return reply.code(202).send(commandRecordOf(command));
    },
  );

  app.post(
    "/api/devices/:deviceId/request-files",
    {
      config: { access: needs("SEND_COMMANDS") },
      schema: {
        tags,
        summary: "Ask the device, at its next contact, for files it announced; one command each",
        params: DeviceParams,
        body: FilesRequest,
        response: { 202: Type.Array(CommandRecord) },
      },
    },
    async (request, reply) => {
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const { names, tag } = request.body;
      const commands = await fileRequests.requestFiles(device, names, tag, callerOf(request).username);
      return reply.code(202).send(commands.map(commandRecordOf));
    },
  );
}

function timeOf(field: string, text: string): EpochMs {
  const time = parseIsoTime(text);
  if (time === undefined) {
    const message = `${field} must be an ISO 8601 time, such as 2026-11-15T12:00:00Z`;
    throw new AppError("TIME_INVALID", "invalid", message);
  }
  return time;
}
