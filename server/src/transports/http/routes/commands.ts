import { CommandInput, CommandListQuery, CommandRecord, pageOf, Uuid } from "@heliograph/contract";
import { Type } from "typebox";
import type { CommandQuery, Commands } from "../../../core/commands/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import type { CommandId } from "../../../kernel/ids.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import { callerOf, needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { listBody } from "../list-body.ts";
import { commandBodyOf, commandRecordOf } from "../records/command-record.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

export interface CommandDependencies {
  readonly devices: Devices;
  readonly commands: Commands;
  readonly clock: Clock;
}

const tags = ["Commands"];
const CommandParams = Type.Object({ deviceId: Uuid, commandId: Uuid });

/** The command queue of a device [CMD2]. */
export function commandRoutes(app: HttpApp, { devices, commands, clock }: CommandDependencies): void {
  app.get(
    "/api/devices/:deviceId/commands",
    {
      config: { access: needs("VIEW_COMMANDS") },
      schema: {
        tags,
        summary: "The commands of a device, newest first",
        params: DeviceParams,
        querystring: CommandListQuery,
        response: { 200: pageOf(CommandRecord) },
      },
    },
    async (request, reply) => {
      const { status, type } = request.query;
      const { id } = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const query: CommandQuery = { deviceId: id, status, type };
      const source = {
        page: (page: Parameters<Commands["list"]>[1]) => commands.list(query, page),
        stream: () => commands.stream(query),
      };
      return listBody(reply, request.query, source, commandRecordOf);
    },
  );

  app.post(
    "/api/devices/:deviceId/commands",
    {
      config: { access: needs("SEND_COMMANDS") },
      schema: {
        tags,
        summary: "Queue a script, an SCPI command or a call for the device's next contact",
        params: DeviceParams,
        body: CommandInput,
        response: { 202: CommandRecord },
      },
    },
    async (request, reply) => {
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      const { expiresIn } = request.body;
      const command = await commands.queue(device, commandBodyOf(request.body), {
        createdBy: callerOf(request).username,
        ...(expiresIn !== undefined && { expiresTime: epochMs(clock() + expiresIn) }),
      });
      return reply.code(202).send(commandRecordOf(command));
    },
  );

  app.delete(
    "/api/devices/:deviceId/commands/:commandId",
    {
      config: { access: needs("SEND_COMMANDS") },
      schema: {
        tags,
        summary: "Cancel a command that is not finished",
        params: CommandParams,
        response: { 200: CommandRecord },
      },
    },
    async (request) => {
      const { deviceId, commandId } = request.params;
      const { id } = await devices.require(tenantOf(request), deviceIdOf(deviceId));
      return commandRecordOf(await commands.cancel(id, commandId.toLowerCase() as CommandId));
    },
  );
}
