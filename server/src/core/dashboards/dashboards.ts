import { type DashboardConfiguration, emptyConfiguration, isAlike, shareTermsProblem } from "@heliograph/contract";
import { type DashboardId, newId, type ProjectId, type TenantId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { parsedInTurn } from "../../kernel/parsed-in-turn.ts";
import type { Clock } from "../../kernel/time.ts";
import { type ActNotes, type Audit, currentActor, type Facts } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import { type Projects, projectNotFound, type Reach, reaches } from "../projects/index.ts";
import { checkedConfiguration, newestConfiguration } from "./checked-configuration.ts";
import type { Dashboard, DashboardHead, DashboardText, Saving } from "./dashboard.ts";
import { changeFacts, summaryOf } from "./dashboard-facts.ts";
import type { DashboardQuery, DashboardStore, Saver, VersionLimits } from "./dashboard-store.ts";
import { dashboardNotFound, dashboardStale, dashboardsTooMany, dashboardVersionNotFound } from "./errors.ts";

export interface DashboardLimits extends VersionLimits {
  /** Those in the trash counted. */
  readonly perTenant: number;
}

export interface DashboardParts {
  readonly store: DashboardStore;
  readonly projects: Pick<Projects, "requirePlace">;
  readonly audit: Audit;
  readonly events: Pick<EventBus, "publish">;
  readonly clock: Clock;
  readonly limits: DashboardLimits;
}

/** What is to become of a dashboard; what is left out stays as it is. */
export interface DashboardChange {
  readonly title: string;
  readonly projectId?: ProjectId | null | undefined;
  readonly configuration?: DashboardConfiguration | undefined;
}

/** Dashboards of a tenant [DSH1, DSH2]: each belongs to a project, or to the tenant itself [PRJ1]. */
export class Dashboards {
  readonly #parts: DashboardParts;

  constructor(parts: DashboardParts) {
    this.#parts = parts;
  }

  async create(reach: Reach, { title, projectId = null, configuration }: DashboardChange): Promise<Dashboard> {
    const { projects, store, limits } = this.#parts;
    requireVisibleName("title", title);
    await projects.requirePlace(reach, projectId);
    await longWork.nextPiece(); // its form was checked just now [API11]
    const content = { title, configuration: await checkedConfiguration(configuration ?? emptyConfiguration()) };
    const saving = this.#saving();
    const head = {
      id: newId<DashboardId>(),
      tenantId: reach.tenantId,
      projectId,
      createdTime: saving.savedTime,
      version: 1,
    };
    const dashboard: Dashboard = { ...head, ...saving, ...content };
    await this.#change(reach.tenantId, dashboard, "ADDED", async (notes) => {
      notes.facts(summaryOf(dashboard));
      const outcome = await store.create(textOf(dashboard), limits.perTenant);
      if (outcome === "full") throw dashboardsTooMany(limits.perTenant);
      if (outcome === "gone") throw projectNotFound(projectId ?? "");
    });
    return dashboard;
  }

  /** `version` is the one the change was made to: when there is a newer one, it is refused and nothing is lost. */
  async save(reach: Reach, id: DashboardId, change: DashboardChange, version: number): Promise<Dashboard> {
    const before = await this.require(reach, id);
    const { title, projectId = before.projectId } = change;
    if (title !== before.title) requireVisibleName("title", title);
    if (projectId !== before.projectId) await this.#parts.projects.requirePlace(reach, projectId);
    const wanted = change.configuration ?? before.configuration;
    await longWork.nextPiece(); // a megabyte was read just now [API11]
    const configuration = await checkedConfiguration(wanted, before.configuration);
    return this.#saved(before, { ...before, title, projectId, configuration }, version);
  }

  /**
   * An earlier version becomes the newest, which is one more version [DSH2]. Links stay where they are: it may be what
   * somebody else saved, which their maker never stood for [DSH6].
   */
  async restore(reach: Reach, id: DashboardId, earlier: number, version: number): Promise<Dashboard> {
    const before = await this.require(reach, id);
    const found = await this.#parts.store.version(id, earlier);
    if (!found) throw dashboardVersionNotFound(earlier);
    const configuration = newestConfiguration(await configurationIn(found.configuration));
    return this.#saved(before, { ...before, title: found.title, configuration }, version, { restored: earlier });
  }

  async #saved(before: Dashboard, wanted: Dashboard, version: number, facts?: Facts): Promise<Dashboard> {
    const { store, limits, events } = this.#parts;
    const after = { ...wanted, ...this.#saving(), version: version + 1 };
    await longWork.nextPiece();
    const changed = changeFacts(before, after);
    await longWork.nextPiece();
    const isSame = changed.changes.length === 0 && isSaved(before, wanted);
    await longWork.nextPiece();
    const text = textOf(after);
    const action = facts ? "RESTORED" : "UPDATED";
    const saved = await this.#change(before.tenantId, before, action, async (notes) => {
      if (before.version !== version) throw dashboardStale(before);
      notes.before({ title: before.title, projectId: before.projectId, changes: [] });
      notes.after({ title: after.title, projectId: after.projectId, ...changed });
      if (facts) notes.facts(facts);
      if (isSame) return before;
      const outcome = await store.save(text, limits, facts ? undefined : saverOf(after));
      if (outcome === "gone") throw projectNotFound(after.projectId ?? "");
      if (outcome === "stale") throw await this.#staleOrGone(before);
      return after;
    });
    events.publish("shares-changed", { dashboardId: before.id }); // to its links it may be another one, or out of reach
    return saved;
  }

  /** Somebody was quicker: with another version, or by deleting it. */
  async #staleOrGone({ tenantId, id }: Dashboard) {
    const now = await this.#parts.store.find(tenantId, id);
    return now ? dashboardStale(now) : dashboardNotFound(id);
  }

  async require(reach: Reach, id: DashboardId): Promise<Dashboard> {
    const found = await this.#parts.store.findText(reach.tenantId, id);
    requireReached(reach, id, found);
    return { ...found, configuration: newestConfiguration(await configurationIn(found.configuration)) };
  }

  async requireHead(reach: Reach, id: DashboardId): Promise<DashboardHead> {
    const found = await this.#parts.store.find(reach.tenantId, id);
    requireReached(reach, id, found);
    return found;
  }

  /** Those within reach, in the order of the ids. */
  async some(reach: Reach, ids: readonly DashboardId[]): Promise<readonly DashboardHead[]> {
    const found = await this.#parts.store.findSome(reach.tenantId, ids);
    const known = new Map(found.filter(({ projectId }) => reaches(reach, projectId)).map((one) => [one.id, one]));
    return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
  }

  async list(query: DashboardQuery, page: PageRequest): Promise<Page<DashboardHead>> {
    const total = await this.#parts.store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#parts.store.page(query, page);
    return pageOf(found, total, page);
  }

  stream(query: DashboardQuery): AsyncIterable<readonly DashboardHead[]> {
    return this.#parts.store.stream(query);
  }

  #saving(): Saving {
    return { savedTime: this.#parts.clock(), savedBy: currentActor()?.name ?? null };
  }

  #change<T>(
    tenantId: TenantId,
    { id, title }: DashboardHead,
    action: "ADDED" | "UPDATED" | "RESTORED",
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    return this.#parts.audit.change({ action, tenantId, entity: { type: "DASHBOARD", id, name: title } }, work);
  }
}

/** Not a script with a key, which may hold less than who made it, and no visitor of the tenant. */
function saverOf({ configuration: { variables } }: Dashboard): Saver | undefined {
  const actor = currentActor();
  if (actor?.kind !== "user" || actor.userId === null) return undefined;
  return { userId: actor.userId, fits: (terms) => shareTermsProblem(variables, terms) === undefined };
}

/** What we wrote ourselves. */
export const configurationIn = async (text: string): Promise<DashboardConfiguration> =>
  (await parsedInTurn(text)) as DashboardConfiguration;

const textOf = (dashboard: Dashboard): DashboardText => ({
  ...dashboard,
  configuration: JSON.stringify(dashboard.configuration),
});

/** Saving what is there already is no version. */
const isSaved = (one: Dashboard, other: Dashboard): boolean =>
  one.title === other.title && one.projectId === other.projectId && isAlike(one.configuration, other.configuration);

/** What is out of reach does not exist, unless it may be read: then it is refused [API3, PRJ1]. */
export function requireReached<T extends DashboardHead>(
  reach: Reach,
  id: DashboardId,
  found: T | undefined,
): asserts found is T {
  if (!found) throw dashboardNotFound(id);
  if (reaches(reach, found.projectId)) return;
  const { tenantId, beyond } = reach;
  const isReadable = beyond && reaches({ tenantId, projects: beyond.readable("VIEW_DASHBOARDS") }, found.projectId);
  throw isReadable ? beyond.refusal() : dashboardNotFound(id);
}
