import type { Permission } from "@heliograph/contract";
import type { AppError } from "../../kernel/errors.ts";
import type { DeviceId, ProjectId, TenantId, UserId } from "../../kernel/ids.ts";
import { permissionDenied } from "../access/index.ts";
import type { DeviceChoice } from "../devices/index.ts";
import { type Reach, reaches } from "../projects/index.ts";
import type { JobMaker } from "./job.ts";

/** Who asks, and where they may see or change such things. */
export interface ChoiceAsker {
  readonly reach: Reach;
  readonly userId: UserId;
}

/** Somebody, or nobody in particular. */
type Anybody = Pick<ChoiceAsker, "reach"> & { readonly userId: UserId | null };

export interface DevicePlaces {
  /** Where these devices are; of one that is not there nothing. */
  projectsOf(tenant: TenantId, devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, ProjectId | null>>;
}

/** Something that is saved, chooses devices and is done in somebody's name. */
interface Chosen {
  readonly id: string;
  readonly maker: JobMaker;
}

interface ReachRules<T extends Chosen> {
  readonly places: DevicePlaces;
  /** Null: it chooses none by itself. */
  readonly choiceOf: (one: T) => DeviceChoice | null;
  readonly notFound: (id: string) => AppError;
  readonly view: Permission;
  readonly edit: Permission;
}

/**
 * Who sees a schedule or a report and who changes it [PRJ1]. It is done in its maker's name and reach, so whoever sees it gains
 * nothing by it: seen is what names something within reach, changed what names nothing else; one's own are both.
 */
export class ChoiceReach<T extends Chosen> {
  readonly #rules: ReachRules<T>;

  constructor(rules: ReachRules<T>) {
    this.#rules = rules;
  }

  async seen(by: ChoiceAsker, all: readonly T[]): Promise<readonly T[]> {
    if (by.reach.projects === "all") return all;
    const places = await this.#placesOfNamed(by.reach, all);
    return all.filter((one) => isOwn(by, one) || placesOf(this.#rules.choiceOf(one), places).some(isWithin(by.reach)));
  }

  async requireSeen(by: ChoiceAsker, one: T): Promise<void> {
    if ((await this.seen(by, [one])).length === 0) throw this.#rules.notFound(one.id);
  }

  async requireChangeable(by: ChoiceAsker, one: T): Promise<void> {
    if (!(await this.isChangeable(by, one))) throw await this.#refused(by, one);
  }

  async isChangeable(by: Anybody, one: T): Promise<boolean> {
    const { reach } = by;
    if (reach.projects === "all" || isOwn(by, one)) return true;
    const places = placesOf(this.#rules.choiceOf(one), await this.#placesOfNamed(reach, [one]));
    return places.length > 0 && places.every(isWithin(reach));
  }

  #placesOfNamed({ tenantId }: Reach, all: readonly T[]) {
    const named = all.flatMap((one) => {
      const choice = this.#rules.choiceOf(one);
      return choice && "deviceIds" in choice ? choice.deviceIds : [];
    });
    return this.#rules.places.projectsOf(tenantId, [...new Set(named)]);
  }

  /** Refused to those who may read it [API3]. */
  async #refused({ reach, userId }: ChoiceAsker, one: T): Promise<AppError> {
    const { view, edit, notFound } = this.#rules;
    const projects = reach.beyond?.readable(view) ?? reach.projects;
    const readable = { reach: { tenantId: reach.tenantId, projects }, userId };
    return (await this.seen(readable, [one])).length > 0 ? permissionDenied([edit]) : notFound(one.id);
  }
}

const isOwn = ({ userId }: Anybody, { maker }: Chosen): boolean => maker.userId === userId;

const isWithin =
  (reach: Reach) =>
  (place: ProjectId | null): boolean =>
    reaches(reach, place);

/** Where the named devices are, or the named project; of what is for whatever matches, nowhere. */
function placesOf(
  choice: DeviceChoice | null,
  places: ReadonlyMap<DeviceId, ProjectId | null>,
): readonly (ProjectId | null)[] {
  if (choice === null) return [];
  if ("deviceIds" in choice) {
    return choice.deviceIds.flatMap((id) => {
      const place = places.get(id);
      return place === undefined ? [] : [place];
    });
  }
  const { projectId } = choice.filter;
  return projectId === undefined || projectId === "none" ? [] : [projectId.toLowerCase() as ProjectId];
}
