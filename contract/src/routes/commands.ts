import { Type } from "typebox";
import { CommandInput, CommandListQuery, CommandRecord } from "../commands.ts";
import { Uuid } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const CommandParams = Type.Object({ deviceId: Uuid, commandId: Uuid });
const tag = "Commands";

export const commandRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/devices/:deviceId/commands",
    access: needs("VIEW_COMMANDS"),
    work: "lists",
    tag,
    summary: "The commands of a device, newest first",
    params: DeviceParams,
    query: CommandListQuery,
    answers: { 200: pageOf(CommandRecord) },
    answerForm: "exact-json",
  },

  queue: {
    method: "POST",
    path: "/api/devices/:deviceId/commands",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Queue a script, an SCPI command or a call for the device's next contact",
    params: DeviceParams,
    body: CommandInput,
    answers: { 202: CommandRecord },
  },

  cancel: {
    method: "DELETE",
    path: "/api/devices/:deviceId/commands/:commandId",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Cancel a command that is not finished",
    params: CommandParams,
    answers: { 200: CommandRecord },
  },
});
