import { type DeviceFilterNode, type ChosenFilter as FilterQuery, neededByFilter } from "@heliograph/contract";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId, DeviceTypeId, ProjectId } from "../../kernel/ids.ts";
import { permissionDenied, reachFor, type Standing } from "../access/index.ts";
import type { DeviceGroups, GroupMembers } from "../device-groups/index.ts";
import type { DeviceChoice, DeviceFilter, Devices } from "../devices/index.ts";
import { bothOf, type Projects, type Reach } from "../projects/index.ts";

/** Some of them, and from where to go on. */
export interface ChosenDevices {
  readonly ids: readonly DeviceId[];
  readonly position: string | null;
  readonly isLast: boolean;
}

interface ChooserParts {
  readonly devices: Pick<Devices, "idsMatching" | "countMatching">;
  readonly projects: Pick<Projects, "within">;
  readonly deviceGroups: Pick<DeviceGroups, "require" | "requireSense">;
  readonly groupMembers: Pick<GroupMembers, "find">;
}

/** Who chooses, and where they may do what the job does. */
export interface Choosing {
  readonly maker: Standing;
  readonly reach: Reach;
}

/** Finds the devices of a job, piece by piece, as its maker sees them at that moment. */
export class DeviceChooser {
  readonly #parts: ChooserParts;

  constructor(parts: ChooserParts) {
    this.#parts = parts;
  }

  async count(by: Choosing, choice: DeviceChoice): Promise<number> {
    if ("deviceIds" in choice) return choice.deviceIds.length;
    return this.#parts.devices.countMatching(await this.#filterOf(by, choice.filter));
  }

  /** By id, so that what moves out of the filter, or comes into it, moves nothing else. */
  async next(by: Choosing, choice: DeviceChoice, position: string | null, limit: number): Promise<ChosenDevices> {
    if ("deviceIds" in choice) return namedAfter(choice.deviceIds, Number(position ?? 0), limit);
    const filter = await this.#filterOf(by, choice.filter);
    const ids = await this.#parts.devices.idsMatching(filter, position as DeviceId | null, limit);
    return { ids, position: ids.at(-1) ?? position, isLast: ids.length < limit };
  }

  async #filterOf({ maker, reach }: Choosing, query: FilterQuery): Promise<DeviceFilter> {
    const { group, where, projectId, includeDescendants = true, textSearch, ...others } = query;
    const { type, deviceProfileId, active, ...rest } = others;
    const nothingElse: Record<string, never> = rest; // a part of a filter that is passed over would choose too much
    void nothingElse;
    const isUnassigned = projectId === "none";
    const isNamed = projectId !== undefined && !isUnassigned;
    const named = () => this.#parts.projects.within(reach, projectId?.toLowerCase() as ProjectId, includeDescendants);
    const within = isNamed ? await named() : reach;
    return {
      ...{ reach: within, isUnassigned, textSearch, type, active },
      typeId: deviceProfileId?.toLowerCase() as DeviceTypeId | undefined,
      among: await this.#among({ maker, reach: within }, group, where),
      ...{ sortProperty: "name", descending: false },
    };
  }

  /** Those of a group, those that meet conditions, or those of both. */
  async #among(by: Choosing, group: string | undefined, where: DeviceFilterNode | undefined) {
    const { deviceGroups } = this.#parts;
    const saved = group && (await deviceGroups.require(by.reach.tenantId, group.toLowerCase() as DeviceGroupId));
    if (where) deviceGroups.requireSense(where);
    const found = [saved ? saved.filter : undefined, where].flatMap((filter) =>
      filter ? [this.#found(by, filter)] : [],
    );
    const [first, second] = await Promise.all(found);
    return first && second ? first.and(second) : first;
  }

  /** A filter looks at values only where its reader may: else who may not could find them out [AUTH5]. */
  async #found({ maker, reach }: Choosing, filter: DeviceFilterNode): Promise<IdSet<DeviceId>> {
    const { groupMembers } = this.#parts;
    const needed = neededByFilter(filter);
    if (needed.length === 0) return groupMembers.find(reach, filter);
    const readable = reachOfMaker(maker, needed);
    if (!readable) throw permissionDenied(needed);
    return groupMembers.find({ ...reach, projects: bothOf(reach.projects, readable.projects) }, filter);
  }
}

function namedAfter(ids: readonly DeviceId[], from: number, limit: number): ChosenDevices {
  const to = from + limit;
  return { ids: ids.slice(from, to), position: String(to), isLast: to >= ids.length };
}

/** Where somebody may do what a job does; nowhere is no reach. */
export const reachOfMaker = (maker: Standing, needed: Parameters<typeof reachFor>[1]): Reach | undefined => {
  const reach = reachFor(maker, needed);
  return reach && (reach.projects === "all" || reach.projects.size > 0) ? reach : undefined;
};
