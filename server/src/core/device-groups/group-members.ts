import type { GroupProblem } from "@heliograph/contract";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId, TenantId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { DeviceActivity } from "../devices/index.ts";
import { type Projects, type Reach, wholeTenant } from "../projects/index.ts";
import type { Resolving } from "./conditions/index.ts";
import type { DeviceGroups } from "./device-groups.ts";
import type { DeviceIndex } from "./device-index.ts";
import type { LatestMatches } from "./latest-matches.ts";
import { resolveFilter } from "./resolve-filter.ts";
import { searchDevices } from "./search/search-devices.ts";
import { from, type SearchTree } from "./search/search-tree.ts";
import { storedSource } from "./search/stored-source.ts";

interface MemberParts {
  readonly groups: Pick<DeviceGroups, "require">;
  readonly index: DeviceIndex;
  readonly latest: LatestMatches;
  readonly projects: Pick<Projects, "within">;
  readonly activity: Pick<DeviceActivity, "flush" | "timeoutMs">;
  readonly clock: Clock;
}

/** Who is in a group: found anew each time, by indexes, within the reach of who asks [PRJ1, PRJ2]. */
export class GroupMembers {
  readonly #parts: MemberParts;

  constructor(parts: MemberParts) {
    this.#parts = parts;
  }

  /**
   * The devices that are in a group now, of the whole tenant. For whoever acts on membership by itself, such as rules: a
   * call costs what a page of the list costs, so asking every few seconds keeps up with changes.
   */
  async membership(tenantId: TenantId, id: DeviceGroupId): Promise<IdSet<DeviceId>> {
    const { filter } = await this.#parts.groups.require(tenantId, id);
    return this.find(wholeTenant(tenantId), filter);
  }

  /** The devices within reach that a filter finds, whatever version saved it. */
  async find(reach: Reach, filter: unknown): Promise<IdSet<DeviceId>> {
    const { tree } = await resolveFilter(filter, this.#resolving(reach));
    const base = this.#baseOf(reach);
    const isLimited = reach.projects !== "all";
    const wanted: SearchTree = isLimited ? { of: "all", parts: [from(base), tree] } : tree;
    return searchDevices(wanted, base);
  }

  /** The conditions that find nothing, and why. */
  async problemsOf(reach: Reach, filter: unknown): Promise<readonly GroupProblem[]> {
    return (await resolveFilter(filter, this.#resolving(reach))).findProblems();
  }

  #baseOf({ tenantId, projects }: Reach) {
    const { index } = this.#parts;
    const condition =
      projects === "all" ? ({ of: "everything" } as const) : ({ of: "projects", ids: [...projects] } as const);
    return storedSource(index, tenantId, condition);
  }

  #resolving(reach: Reach): Resolving {
    const { index, latest, projects, activity, clock } = this.#parts;
    return {
      ...{ reach, index, latest, projects },
      now: clock(),
      inactivityTimeoutMs: activity.timeoutMs,
      contactsStored: () => activity.flush(),
    };
  }
}
