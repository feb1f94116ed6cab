import type { DashboardId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import { type ActNotes, type Audit, currentActor } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Reach } from "../projects/index.ts";
import type { DashboardHead, TrashedHead } from "./dashboard.ts";
import type { DashboardStore } from "./dashboard-store.ts";
import { requireReached } from "./dashboards.ts";
import { dashboardNotFound } from "./errors.ts";

interface TrashParts {
  readonly store: DashboardStore;
  readonly audit: Audit;
  readonly events: Pick<EventBus, "publish">;
  readonly clock: Clock;
  /** So long can be taken back what was deleted. */
  readonly keepMs: number;
}

/** Removed for good in one go: short for other writers. */
const purgedAtOnce = 50;

/** What is deleted stays for a while and can be taken back [DSH2]. */
export class DashboardTrash {
  readonly #parts: TrashParts;

  constructor(parts: TrashParts) {
    this.#parts = parts;
  }

  get keepMs(): number {
    return this.#parts.keepMs;
  }

  async put(reach: Reach, id: DashboardId): Promise<void> {
    const { store, clock, events } = this.#parts;
    await this.#change(reach, id, "DELETED", async (notes) => {
      const before = await store.find(reach.tenantId, id);
      requireReached(reach, id, before);
      notes.entity(before.title);
      notes.facts(factsOf(before));
      if (!(await store.trash(reach.tenantId, id, clock(), currentActor()?.name ?? null))) throw dashboardNotFound(id);
    });
    events.publish("shares-changed", { dashboardId: id });
  }

  async list(reach: Reach, page: PageRequest): Promise<Page<TrashedHead>> {
    const total = await this.#parts.store.countTrash(reach);
    const found = offsetOf(page) >= total ? [] : await this.#parts.store.trashPage(reach, page);
    return pageOf(found, total, page);
  }

  async takeBack(reach: Reach, id: DashboardId): Promise<DashboardHead> {
    const { store } = this.#parts;
    return this.#change(reach, id, "RESTORED", async (notes) => {
      const { deletedTime: _, deletedBy: __, ...head } = await this.#require(reach, id, notes);
      if (!(await store.takeBack(reach.tenantId, id))) throw dashboardNotFound(id);
      return head;
    });
  }

  async purge(reach: Reach, id: DashboardId): Promise<void> {
    await this.#change(reach, id, "DELETED", async (notes) => {
      await this.#require(reach, id, notes);
      if (!(await this.#parts.store.purge(reach.tenantId, id))) throw dashboardNotFound(id);
    });
  }

  /** Called now and then. */
  async removeOld(): Promise<void> {
    const { store, clock, keepMs } = this.#parts;
    const before = epochMs(clock() - keepMs);
    while ((await store.purgeBefore(before, purgedAtOnce)) === purgedAtOnce);
  }

  async #require(reach: Reach, id: DashboardId, notes: ActNotes): Promise<TrashedHead> {
    const found = await this.#parts.store.findTrashed(reach.tenantId, id);
    requireReached(reach, id, found);
    notes.entity(found.title);
    notes.facts({ ...factsOf(found), inTrashSince: found.deletedTime });
    return found;
  }

  #change<T>(
    { tenantId }: Reach,
    id: DashboardId,
    action: "DELETED" | "RESTORED",
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    return this.#parts.audit.change({ action, tenantId, entity: { type: "DASHBOARD", id } }, work);
  }
}

const factsOf = ({ title, projectId, version }: DashboardHead) => ({ title, projectId, version });
