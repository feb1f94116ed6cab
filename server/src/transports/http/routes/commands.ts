import { commandRoutes } from "@heliograph/contract";
import type { CommandQuery, Commands } from "../../../core/commands/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import type { CommandId } from "../../../kernel/ids.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { commandBodyOf, commandRecordOf } from "../records/command-record.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface CommandDependencies {
  readonly devices: Devices;
  readonly commands: Commands;
  readonly clock: Clock;
}

/** The command queue of a device [CMD2]. */
export function serveCommands(app: HttpApp, { devices, commands, clock }: CommandDependencies): void {
  register(app, commandRoutes, {
    list: async (request, reply) => {
      const { status, type } = request.query;
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const query: CommandQuery = { deviceId: id, status, type };
      const source = {
        page: (page: Parameters<Commands["list"]>[1]) => commands.list(query, page),
        stream: () => commands.stream(query),
      };
      return listBody(reply, request.query, source, commandRecordOf);
    },

    queue: async (request, reply) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const { expiresIn } = request.body;
      const command = await commands.queue(device, commandBodyOf(request.body), {
        createdBy: callerOf(request).username,
        ...(expiresIn !== undefined && { expiresTime: epochMs(clock() + expiresIn) }),
      });
      return reply.code(202).send(commandRecordOf(command));
    },

    cancel: async (request) => {
      const { deviceId, commandId } = request.params;
      const device = await devices.require(reachOf(request), deviceIdOf(deviceId));
      return commandRecordOf(await commands.cancel(device, commandId.toLowerCase() as CommandId));
    },
  });
}
