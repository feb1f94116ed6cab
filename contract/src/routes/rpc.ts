import { Type } from "typebox";
import { RpcQueued, RpcRequest } from "../commands.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const call = {
  method: "POST",
  access: needs("SEND_COMMANDS"),
  tag: "Commands",
  params: DeviceParams,
  body: RpcRequest,
  answers: { 200: Type.Union([RpcQueued, Type.Unknown()], { examples: [{ on: true }] }) },
  answerForm: "exact-json",
  waits: true,
} as const;

export const rpcRoutes = routesOf({
  callOneway: {
    ...call,
    path: "/api/rpc/oneway/:deviceId",
    summary: "Call a method on a connected device; answered when the device has it",
  },

  callTwoway: {
    ...call,
    path: "/api/rpc/twoway/:deviceId",
    summary: "Call a method on a connected device; answered with the device's answer",
  },

  /** As scripts of this API family call it [TBC2]. */
  pluginOneway: { ...call, path: "/api/plugins/rpc/oneway/:deviceId", summary: "Another name of /api/rpc/oneway" },
  pluginTwoway: { ...call, path: "/api/plugins/rpc/twoway/:deviceId", summary: "Another name of /api/rpc/twoway" },
});
