import { type DeviceFilterNode, DeviceGroupFilter, neededByFilter } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../core/access/index.ts";
import { type DeviceGroups, deviceConditionsUnreadable, type GroupMembers } from "../../core/device-groups/index.ts";
import { bothOf, type Reach } from "../../core/projects/index.ts";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId } from "../../kernel/ids.ts";
import { bodyValidator } from "../../kernel/schema-validators.ts";
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

/** The devices within reach that meet conditions which nobody saved. */
export function meeting(
  { deviceGroups, groupMembers }: GroupParts,
  request: FastifyRequest,
  reach: Reach,
  where: DeviceFilterNode,
): Promise<IdSet<DeviceId>> {
  deviceGroups.requireSense(where);
  return groupMembers.find(reachOfFilter(request, reach, where), where);
}

const filterBody = bodyValidator(DeviceGroupFilter);

/** Conditions in the query of a request, where they are text. */
export function conditionsOf(where: string): DeviceFilterNode {
  const checked = filterBody(jsonOf(where));
  if ("error" in checked) throw deviceConditionsUnreadable(checked.error.message);
  return checked.value as DeviceFilterNode; // the schema says so
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    throw deviceConditionsUnreadable("is not JSON");
  }
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
