import { type RpcRequest, rpcRoutes } from "@heliograph/contract";
import type { Static } from "typebox";
import type { DeviceCalls } from "../../../core/commands/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import { parseBoundedJson } from "../../../kernel/bounded-json.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { type HandlerOf, register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { paramsText } from "../records/command-record.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface RpcDependencies {
  readonly devices: Devices;
  readonly calls: DeviceCalls;
  readonly clock: Clock;
}

const defaultTimeoutMs = 10_000;
const expirationPast = () =>
  new AppError("RPC_EXPIRATION_PAST", "invalid", "expirationTime lies in the past; it is in Unix milliseconds");

/** Calls of a method on a device: wait for it, or leave it in the queue [MQ6, CMD2]. */
export function serveRpc(app: HttpApp, { devices, calls, clock }: RpcDependencies): void {
  const expiresIn = (expirationTime: number | undefined): number | undefined => {
    if (expirationTime === undefined || expirationTime === 0) return undefined;
    if (expirationTime <= clock()) throw expirationPast();
    return expirationTime - clock();
  };

  const served =
    (way: "oneway" | "twoway"): HandlerOf<typeof rpcRoutes.callOneway> =>
    async (request, reply) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      const call = {
        ...callOf(request.body),
        device,
        oneway: way === "oneway",
        createdBy: callerOf(request).username,
      };
      reply.type("application/json; charset=utf-8").serializer(String);
      if (request.body.persistent) {
        const { id } = await calls.queue(call, expiresIn(request.body.expirationTime));
        return JSON.stringify({ rpcId: id });
      }
      return answerText(await calls.call(call));
    };

  const [oneway, twoway] = [served("oneway"), served("twoway")];
  register(app, rpcRoutes, {
    ...{ callOneway: oneway, callTwoway: twoway },
    ...{ pluginOneway: oneway, pluginTwoway: twoway },
  });
}

const callOf = ({ method, params, timeout }: Static<typeof RpcRequest>) => ({
  method,
  params: paramsText(params),
  timeoutMs: timeout ?? defaultTimeoutMs,
});

/** JSON as the device sent it; anything else it sent becomes a JSON text. */
function answerText(answer: string | null): string {
  if (answer === null) return "{}";
  try {
    parseBoundedJson(answer, (problem) => new Error(problem));
    return answer;
  } catch {
    return JSON.stringify(answer);
  }
}
