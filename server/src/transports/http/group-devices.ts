import { type DeviceFilterNode, neededByFilter } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../core/access/index.ts";
import type { DeviceGroups, GroupMembers } from "../../core/device-groups/index.ts";
import { bothOf, type Reach } from "../../core/projects/index.ts";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId } from "../../kernel/ids.ts";
import { callerOf, reachToAll } from "./access.ts";

export interface GroupParts {
  readonly deviceGroups: DeviceGroups;
  readonly groupMembers: GroupMembers;
}

export const deviceGroupIdOf = (text: string): DeviceGroupId => text.toLowerCase() as DeviceGroupId;

/** The devices within reach that are in a group now. */
export async function inGroup(
  { deviceGroups, groupMembers }: GroupParts,
  request: FastifyRequest,
  reach: Reach,
  group: string,
): Promise<IdSet<DeviceId>> {
  const { filter } = await deviceGroups.require(reach.tenantId, deviceGroupIdOf(group));
  return groupMembers.find(reachOfFilter(request, reach, filter), filter);
}

/**
 * Where a filter may look: at attributes, telemetry and alarms only where the caller may read them. Otherwise who may not
 * could find out a value by trying filters [AUTH5].
 */
export function reachOfFilter(request: FastifyRequest, reach: Reach, filter: DeviceFilterNode): Reach {
  const needed = neededByFilter(filter);
  if (needed.length === 0) return reach;
  const { permissions } = callerOf(request);
  if (!needed.every((one) => permissions.has(one))) throw permissionDenied(needed);
  return { ...reach, projects: bothOf(reach.projects, reachToAll(request, needed).projects) };
}
