import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../core/access/index.ts";
import type { ChosenToken } from "../../core/devices/index.ts";
import { callerOf } from "./access.ts";

/** A device token somebody made up, and who; only those may who may change tokens [DEV4]. */
export function chosenTokenOf(request: FastifyRequest, token: string | undefined): ChosenToken | undefined {
  if (token === undefined) return undefined;
  const { permissions, userId } = callerOf(request);
  if (!permissions.has("EDIT_DEVICE_CREDENTIALS")) throw permissionDenied(["EDIT_DEVICE_CREDENTIALS"]);
  return { token, by: { userId, address: request.ip } };
}
