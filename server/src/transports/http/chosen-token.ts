import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../core/access/index.ts";
import type { ChosenToken } from "../../core/devices/index.ts";
import { type Reach, reaches } from "../../core/projects/index.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { callerOf, reachToAll } from "./access.ts";

/** A device token somebody made up, and who; only those may who may change tokens [DEV4]. */
export function chosenTokenOf(
  request: FastifyRequest,
  token: string | undefined,
  project?: ProjectId | null,
): ChosenToken | undefined {
  if (token === undefined) return undefined;
  const { userId } = callerOf(request);
  if (!mayChooseTokens(request, project)) throw permissionDenied(["EDIT_DEVICE_CREDENTIALS"]);
  return { token, by: { userId, address: request.ip, reach: tokenReach(request) } };
}

/** Where the caller may choose tokens. */
export const tokenReach = (request: FastifyRequest): Reach => reachToAll(request, ["EDIT_DEVICE_CREDENTIALS"]);

/** Of devices in this project; where none is said, in any. */
export function mayChooseTokens(request: FastifyRequest, project: ProjectId | null | undefined): boolean {
  if (!callerOf(request).permissions.has("EDIT_DEVICE_CREDENTIALS")) return false;
  return project === undefined || reaches(tokenReach(request), project);
}

/** Those of devices in this project. */
export function maySeeTokens(request: FastifyRequest, project: ProjectId | null): boolean {
  if (!callerOf(request).permissions.has("VIEW_DEVICE_CREDENTIALS")) return false;
  return reaches(reachToAll(request, ["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"]), project);
}
