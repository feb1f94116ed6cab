import { fileRequestRoutes } from "@heliograph/contract";
import type { Devices } from "../../../core/devices/index.ts";
import { defaultTag, type FileRequests } from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { parseIsoTime } from "../../../kernel/iso-time.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { commandRecordOf } from "../records/command-record.ts";
import { deviceIdOf } from "../route-ids.ts";

interface RequestDependencies {
  readonly devices: Devices;
  readonly fileRequests: FileRequests;
}

/** Asking a device for its list, and for files [CMD1, CMD2]. */
export function serveFileRequests(app: HttpApp, { devices, fileRequests }: RequestDependencies): void {
  register(app, fileRequestRoutes, {
    requestList: async (request, reply) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const { startTime, endTime, tag = defaultTag } = request.body;
      const range = { startTime: timeOf("startTime", startTime), endTime: timeOf("endTime", endTime) };
      const command = await fileRequests.requestList(device, range, tag, callerOf(request).username);
      return reply.code(202).send(commandRecordOf(command));
    },

    requestFiles: async (request, reply) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const { names, tag } = request.body;
      const commands = await fileRequests.requestFiles(device, names, tag, callerOf(request).username);
      return reply.code(202).send(commands.map(commandRecordOf));
    },
  });
}

function timeOf(field: string, text: string): EpochMs {
  const time = parseIsoTime(text);
  if (time === undefined) {
    const message = `${field} must be an ISO 8601 time, such as 2026-11-15T12:00:00Z`;
    throw new AppError("TIME_INVALID", "invalid", message);
  }
  return time;
}
