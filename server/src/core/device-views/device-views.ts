import type { AuditAction } from "@heliograph/contract";
import { type DeviceViewId, newId, type ProjectId, type UserId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import { permissionDenied } from "../access/index.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { DeviceGroups } from "../device-groups/index.ts";
import { projectNotFound, type Reach, reaches } from "../projects/index.ts";
import type { DeviceView, DeviceViewProperties } from "./device-view.ts";
import type { DeviceViewStore } from "./device-view-store.ts";
import { deviceViewNotFound, deviceViewStale, deviceViewsTooMany } from "./errors.ts";

/** Who asks: what they see, and where they may share. */
export interface ViewReader {
  readonly userId: UserId;
  readonly sees: Reach;
  readonly shares: Reach;
}

export interface DeviceViewLimits {
  readonly perUser: number;
  readonly perTenant: number;
}

interface DeviceViewParts {
  readonly store: DeviceViewStore;
  readonly groups: Pick<DeviceGroups, "requireSense">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Saved looks at the list of devices. One's own nobody else knows of; of shared ones changes are on record. */
export class DeviceViews {
  readonly #parts: DeviceViewParts;
  readonly #limits: DeviceViewLimits;

  constructor(parts: DeviceViewParts, limits: DeviceViewLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  async list(by: ViewReader): Promise<readonly DeviceView[]> {
    return (await this.#parts.store.list(by.sees.tenantId, by.userId)).filter((view) => isSeen(by, view));
  }

  async require(by: ViewReader, id: DeviceViewId): Promise<DeviceView> {
    const view = await this.#parts.store.find(by.sees.tenantId, id);
    if (!view || !isSeen(by, view)) throw deviceViewNotFound(id);
    return view;
  }

  mayChange(by: ViewReader, view: DeviceView): boolean {
    return view.isShared ? reaches(by.shares, view.projectId) : view.ownerId === by.userId;
  }

  create(by: ViewReader, properties: DeviceViewProperties): Promise<DeviceView> {
    this.#check(by, properties);
    const [id, { tenantId }, { userId: ownerId }] = [newId<DeviceViewId>(), by.sees, by];
    return this.#change(by, id, "ADDED", properties.isShared, async (notes) => {
      await this.#requireRoom(by, properties.isShared);
      const view = { ...properties, id, tenantId, ownerId, createdTime: this.#parts.clock(), version: 1 };
      notes?.entity(view.name);
      notes?.facts(factsOf(view));
      if ((await this.#parts.store.insert(view)) === "gone") throw projectNotFound(view.projectId ?? "");
      return view;
    });
  }

  /** `version` is the one it was made from: of two who change a view, the second is told of the first. */
  async update(by: ViewReader, id: DeviceViewId, to: DeviceViewProperties, version: number): Promise<DeviceView> {
    this.#check(by, to);
    const isShared = to.isShared || (await this.require(by, id)).isShared;
    return this.#change(by, id, "UPDATED", isShared, async (notes) => {
      const before = await this.#requireChangeable(by, id);
      if (to.isShared !== before.isShared) await this.#requireRoom(by, to.isShared);
      const after = { ...before, ...to, ...(!to.isShared && { ownerId: by.userId }), version: version + 1 };
      notes?.entity(before.name);
      notes?.before(factsOf(before));
      notes?.after(factsOf(after));
      const outcome = before.version === version ? await this.#parts.store.update(after) : "changed";
      if (outcome === "changed") throw deviceViewStale(before.name, before.version);
      if (outcome === "gone") throw projectNotFound(after.projectId ?? "");
      return after;
    });
  }

  async remove(by: ViewReader, id: DeviceViewId): Promise<void> {
    const { isShared } = await this.require(by, id);
    await this.#change(by, id, "DELETED", isShared, async (notes) => {
      const view = await this.#requireChangeable(by, id);
      notes?.entity(view.name);
      notes?.before(factsOf(view));
      if (!(await this.#parts.store.remove(view.tenantId, id))) throw deviceViewNotFound(id);
    });
  }

  /** In a project that is out of sight nothing is put; where one may not share nothing is shared. */
  #check({ sees, shares }: ViewReader, { name, projectId, isShared, look }: DeviceViewProperties): void {
    requireVisibleName("name", name);
    if (look.filter?.where) this.#parts.groups.requireSense(look.filter.where);
    if (projectId !== null && !reaches(sees, projectId)) throw projectNotFound(projectId);
    if (isShared && !reaches(shares, projectId)) throw permissionDenied(["SHARE_VIEWS"]);
  }

  async #requireChangeable(by: ViewReader, id: DeviceViewId): Promise<DeviceView> {
    const view = await this.require(by, id);
    if (!this.mayChange(by, view)) throw permissionDenied(["SHARE_VIEWS"]);
    return view;
  }

  async #requireRoom({ sees, userId }: ViewReader, isShared: boolean): Promise<void> {
    const most = isShared ? this.#limits.perTenant : this.#limits.perUser;
    const count = await this.#parts.store.count(sees.tenantId, isShared ? "shared" : userId);
    if (count >= most) throw deviceViewsTooMany(most);
  }

  /** What somebody arranges for themselves is nobody else's business. */
  #change<T>(
    { sees: { tenantId } }: ViewReader,
    id: DeviceViewId,
    action: AuditAction,
    isShared: boolean,
    work: (notes?: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions } = this.#parts;
    if (!isShared) return transactions.run(() => work());
    const act: AuditedAct = { action, tenantId, entity: { type: "DEVICE_VIEW", id } };
    return audit.change(act, (notes) => transactions.run(() => work(notes)));
  }
}

/** A shared one belongs to who sees its project; one that has none, to everybody in the tenant. */
const isSeen = ({ userId, sees }: ViewReader, { isShared, ownerId, projectId }: DeviceView): boolean =>
  isShared ? projectId === null || isIn(sees, projectId) : ownerId === userId;

const isIn = ({ projects }: Reach, project: ProjectId): boolean => projects === "all" || projects.has(project);

const factsOf = ({ name, projectId, isShared, look }: DeviceViewProperties): Facts => ({
  ...{ name, projectId, isShared },
  look: { ...look },
});
