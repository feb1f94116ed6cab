import type { AuditAction } from "@heliograph/contract";
import { newId, type ProjectId, type TenantId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { EventBus } from "../events/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import {
  projectBelowItself,
  projectInUse,
  projectNameTaken,
  projectNeeded,
  projectNotFound,
  projectTooDeep,
  tooManyProjects,
} from "./errors.ts";
import { isAtOrBelow, type ListedProject, type Project, type ProjectProperties, shownParent } from "./project.ts";
import type { ProjectStore } from "./project-store.ts";
import { outOfReach, type Reach, reaches } from "./reach.ts";

export interface ProjectLimits {
  readonly perTenant: number;
  /** Levels of the tree. */
  readonly depth: number;
}

interface ProjectParts {
  readonly store: ProjectStore;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** What limits who moves a project. */
export interface MovedBy {
  /** What they see. */
  readonly sees: Reach;
  /** Throws where going there would be a way to be allowed more [ROL1]. */
  readonly mayMove: (to: ProjectId | null) => void;
}

const movedByAnybody = (sees: Reach): MovedBy => ({ sees, mayMove: () => undefined });

/** The tree of projects of each tenant [PRJ1]. One change at a time: none can make a circle of two. */
export class Projects {
  readonly #parts: ProjectParts;
  readonly #limits: ProjectLimits;

  constructor(parts: ProjectParts, limits: ProjectLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  list({ tenantId, projects }: Reach): Promise<readonly ListedProject[]> {
    return this.#parts.store.list(tenantId, projects);
  }

  /** What is out of reach, and not to be read either, does not exist [API3]. */
  async require(reach: Reach, id: ProjectId): Promise<Project> {
    const project = await this.#parts.store.find(reach.tenantId, id);
    if (!project) throw projectNotFound(id);
    if (!reaches(reach, id)) throw outOfReach(reach, id, projectNotFound(id));
    return project;
  }

  async has(reach: Reach, id: ProjectId): Promise<boolean> {
    return reaches(reach, id) && (await this.#parts.store.find(reach.tenantId, id)) !== undefined;
  }

  /** A place where something can be put: a project within reach, or the tenant's root for who reaches all of it. */
  async requirePlace(reach: Reach, id: ProjectId | null): Promise<Project | null> {
    if (id !== null) return this.require(reach, id);
    if (reach.projects !== "all") throw projectNeeded();
    return null;
  }

  /** The part of a reach that is one project, with what is below it or without. */
  async within(reach: Reach, id: ProjectId, withDescendants: boolean): Promise<Reach> {
    const project = await this.require(reach, id);
    const ids = withDescendants ? (await this.#parts.store.atOrBelow(project)).map((one) => one.id) : [id];
    return { ...reach, projects: new Set(ids.filter((one) => reaches(reach, one))) };
  }

  async create(reach: Reach, properties: ProjectProperties): Promise<Project> {
    requireVisibleName("name", properties.name);
    const { tenantId } = reach;
    const id = newId<ProjectId>();
    return this.#change(tenantId, id, "ADDED", async (notes) => {
      const path = await this.#pathBelow(reach, properties.parentId, id, 1);
      if ((await this.#parts.store.count(tenantId)) >= this.#limits.perTenant)
        throw tooManyProjects(this.#limits.perTenant);
      const project = { ...properties, id, tenantId, path, createdTime: this.#parts.clock() };
      const outcome = await this.#parts.store.insert(project);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "name-taken") throw projectNameTaken(properties.name);
      notes.entity(project.name);
      notes.facts(factsOf(project));
      return project;
    });
  }

  /** Renames, describes and moves. Below a parent that the caller does not see it stays where null is said: that is what they see. */
  update(
    reach: Reach,
    id: ProjectId,
    wanted: ProjectProperties,
    by: MovedBy = movedByAnybody(reach),
  ): Promise<Project> {
    return this.#change(reach.tenantId, id, "UPDATED", async (notes) => {
      const before = await this.require(reach, id);
      const properties =
        wanted.parentId === shownParent(before, by.sees) ? { ...wanted, parentId: before.parentId } : wanted;
      if (properties.parentId !== before.parentId) by.mayMove(properties.parentId);
      if (properties.name !== before.name) requireVisibleName("name", properties.name);
      const after = { ...before, ...properties, path: await this.#pathAfterMove(reach, before, properties.parentId) };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      if ((await this.#parts.store.update(before, after)) === "name-taken") throw projectNameTaken(properties.name);
      return after;
    });
  }

  async remove(reach: Reach, id: ProjectId): Promise<void> {
    await this.#change(reach.tenantId, id, "DELETED", async (notes) => {
      const project = await this.require(reach, id);
      notes.entity(project.name);
      notes.before(factsOf(project));
      const outcome = await this.#parts.store.remove(project);
      if (outcome !== "removed") throw projectInUse(project.name, outcome);
    });
  }

  async #change<T>(
    tenantId: TenantId,
    id: ProjectId,
    action: AuditAction,
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions, store, events } = this.#parts;
    const act: AuditedAct = { action, tenantId, entity: { type: "PROJECT", id } };
    const changed = await audit.change(act, (notes) =>
      transactions.run(async () => {
        await store.lockTree(tenantId);
        return work(notes);
      }),
    );
    events.publish("projects-changed", { tenantId });
    return changed;
  }

  async #pathAfterMove(reach: Reach, moved: Project, parentId: ProjectId | null): Promise<readonly ProjectId[]> {
    if (parentId === moved.parentId) return moved.path;
    const { store } = this.#parts;
    const parent = parentId === null ? null : await store.find(moved.tenantId, parentId);
    if (parent && isAtOrBelow(parent, moved)) throw projectBelowItself(moved.name);
    const levels = (await store.atOrBelow(moved)).map(({ path }) => path.length - moved.path.length + 1);
    return this.#pathBelow(reach, parentId, moved.id, Math.max(...levels));
  }

  /** `levels` is the height of what is put there. */
  async #pathBelow(
    reach: Reach,
    parentId: ProjectId | null,
    id: ProjectId,
    levels: number,
  ): Promise<readonly ProjectId[]> {
    const above = (await this.requirePlace(reach, parentId))?.path ?? [];
    if (above.length + levels > this.#limits.depth) throw projectTooDeep(this.#limits.depth);
    return [...above, id];
  }
}

const factsOf = ({ name, description, parentId }: ProjectProperties): Facts => ({ name, description, parentId });
