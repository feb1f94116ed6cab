import type { DeviceFilter as FilterQuery } from "@heliograph/contract";
import type { DeviceFilter } from "../../core/devices/index.ts";
import type { Projects, Reach } from "../../core/projects/index.ts";
import { projectIdOf } from "./records/project-record.ts";
import { deviceTypeIdOf } from "./route-ids.ts";

/** Which devices a request chooses: of those within reach, those that match [DEV2, PRJ1]. */
export async function deviceFilterOf(projects: Projects, reach: Reach, query: FilterQuery): Promise<DeviceFilter> {
  const { projectId, includeDescendants = true, textSearch, type, deviceProfileId, active } = query;
  const isUnassigned = projectId === "none";
  const isNamed = projectId !== undefined && !isUnassigned;
  return {
    reach: isNamed ? await projects.within(reach, projectIdOf(projectId), includeDescendants) : reach,
    isUnassigned,
    textSearch,
    type,
    typeId: deviceProfileId === undefined ? undefined : deviceTypeIdOf(deviceProfileId),
    active,
    sortProperty: "name",
    descending: false,
  };
}
