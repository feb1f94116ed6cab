import { RpcQueued, RpcRequest } from "@heliograph/contract";
import { type Static, Type } from "typebox";
import type { DeviceCalls } from "../../../core/commands/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Clock } from "../../../kernel/time.ts";
import { callerOf, needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { paramsText } from "../records/command-record.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

export interface RpcDependencies {
  readonly devices: Devices;
  readonly calls: DeviceCalls;
  readonly clock: Clock;
}

const tags = ["Commands"];
const defaultTimeoutMs = 10_000;
const expirationPast = () =>
  new AppError("RPC_EXPIRATION_PAST", "invalid", "expirationTime lies in the past; it is in Unix milliseconds");

/** Calls of a method on a device: wait for it, or leave it in the queue [MQ6, CMD2]. */
export function rpcRoutes(app: HttpApp, { devices, calls, clock }: RpcDependencies): void {
  const expiresIn = (expirationTime: number | undefined): number | undefined => {
    if (expirationTime === undefined || expirationTime === 0) return undefined;
    if (expirationTime <= clock()) throw expirationPast();
    return expirationTime - clock();
  };

  for (const way of ["oneway", "twoway"] as const) {
    app.post(
      `/api/rpc/${way}/:deviceId`,
      {
        config: { access: needs("SEND_COMMANDS") },
        schema: {
          tags,
          summary:
            way === "oneway"
              ? "Call a method on a connected device; answered when the device has it"
              : "Call a method on a connected device; answered with the device's answer",
          params: DeviceParams,
          body: RpcRequest,
          response: { 200: Type.Union([RpcQueued, Type.Unknown()], { examples: [{ on: true }] }) },
        },
      },
      async (request, reply) => {
        const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
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
      },
    );
  }
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
    JSON.parse(answer);
    return answer;
  } catch {
    return JSON.stringify(answer);
  }
}
