import type { ChosenFilter as FilterQuery } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { DeviceFilter } from "../../core/devices/index.ts";
import type { Projects, Reach } from "../../core/projects/index.ts";
import { type GroupParts, inGroup, meeting } from "./group-devices.ts";
import { projectIdOf } from "./records/project-record.ts";
import { deviceTypeIdOf } from "./route-ids.ts";

export interface ChoosingParts extends GroupParts {
  readonly projects: Projects;
}

/** Which devices a request chooses: of those within reach, those that match [DEV2, PRJ1, PRJ2]. */
export async function deviceFilterOf(
  parts: ChoosingParts,
  request: FastifyRequest,
  reach: Reach,
  query: FilterQuery,
): Promise<DeviceFilter> {
  const { group, where, projectId, includeDescendants = true, textSearch, type, deviceProfileId, active } = query;
  const isUnassigned = projectId === "none";
  const isNamed = projectId !== undefined && !isUnassigned;
  const within = isNamed ? await parts.projects.within(reach, projectIdOf(projectId), includeDescendants) : reach;
  const members = group === undefined ? undefined : await inGroup(parts, request, within, group);
  const met = where && (await meeting(parts, request, within, where));
  return {
    reach: within,
    isUnassigned,
    textSearch,
    type,
    typeId: deviceProfileId === undefined ? undefined : deviceTypeIdOf(deviceProfileId),
    active,
    among: members && met ? members.and(met) : (members ?? met),
    sortProperty: "name",
    descending: false,
  };
}
