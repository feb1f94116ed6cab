import { neededByFilter, type PlainSelection } from "@heliograph/contract";
import { IdSet } from "../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId, DeviceTypeId, ProjectId } from "../../kernel/ids.ts";
import type { DeviceGroups, GroupMembers } from "../device-groups/index.ts";
import type { DeviceFilter, Devices, DeviceWithActivity } from "../devices/index.ts";
import { bothOf, type Projects, type Reach } from "../projects/index.ts";
import type { DataReader } from "./data-reader.ts";
import { devicesGone, tooManyDevices } from "./errors.ts";

export interface ChoosingParts {
  readonly devices: Pick<Devices, "list">;
  readonly deviceGroups: Pick<DeviceGroups, "require">;
  readonly groupMembers: Pick<GroupMembers, "find">;
  readonly projects: Pick<Projects, "within">;
}

/** The devices of a selection that are within reach; more than may be are refused, not cut off [DSH4, PRJ1]. */
export async function chosenDevices(
  parts: ChoosingParts,
  reader: DataReader,
  reach: Reach,
  selection: PlainSelection,
  atMost: number,
): Promise<readonly DeviceWithActivity[]> {
  const filter = await filterOf(parts, reader, reach, selection);
  const { data, totalElements } = await parts.devices.list(filter, { page: 0, limit: atMost });
  reader.found?.(data);
  if (totalElements > atMost) throw tooManyDevices(totalElements, atMost);
  if (selection.kind !== "DEVICES") return data;
  if (data.length === 0) throw devicesGone();
  const known = new Map<string, DeviceWithActivity>(data.map((device) => [device.id, device]));
  return [...new Set(selection.deviceIds.map(idOf))].flatMap((id) => known.get(id) ?? []);
}

async function filterOf(
  parts: ChoosingParts,
  reader: DataReader,
  reach: Reach,
  selection: PlainSelection,
): Promise<DeviceFilter> {
  switch (selection.kind) {
    case "ALL":
      return within(reach);
    case "DEVICES":
      return { ...within(reach), among: IdSet.of(selection.deviceIds.map((id) => idOf(id) as DeviceId)) };
    case "GROUP":
      return { ...within(reach), among: await membersOf(parts, reader, reach, selection.deviceGroupId) };
    case "PROJECT": {
      const { projectId, includeDescendants = true } = selection;
      return within(await parts.projects.within(reach, idOf(projectId) as ProjectId, includeDescendants));
    }
    case "TYPE": {
      const { projectId, deviceProfileId } = selection;
      const part =
        projectId === undefined ? reach : await parts.projects.within(reach, idOf(projectId) as ProjectId, true);
      return { ...within(part), typeId: idOf(deviceProfileId) as DeviceTypeId };
    }
  }
}

/** A filter over values finds only devices whose values the reader may know: trying filters would tell them [AUTH5]. */
async function membersOf({ deviceGroups, groupMembers }: ChoosingParts, reader: DataReader, reach: Reach, id: string) {
  const { filter } = await deviceGroups.require(reach.tenantId, idOf(id) as DeviceGroupId);
  const needed = neededByFilter(filter);
  const looked = needed.length === 0 ? reach.projects : bothOf(reach.projects, reader.reachTo(needed).projects);
  return groupMembers.find({ ...reach, projects: looked }, filter);
}

/** Ids are kept in lower case; a caller may write them either way. */
const idOf = (text: string): string => text.toLowerCase();

const within = (reach: Reach): DeviceFilter => ({
  reach,
  isUnassigned: false,
  textSearch: undefined,
  type: undefined,
  typeId: undefined,
  active: undefined,
  sortProperty: "name",
  descending: false,
});
