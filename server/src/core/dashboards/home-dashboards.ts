import type { DashboardId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import type { Reach } from "../projects/index.ts";
import type { DashboardHead } from "./dashboard.ts";
import type { DashboardStore } from "./dashboard-store.ts";
import type { Dashboards } from "./dashboards.ts";

interface HomeParts {
  readonly store: Pick<DashboardStore, "home" | "setHome">;
  readonly dashboards: Pick<Dashboards, "some" | "requireHead">;
  readonly audit: Audit;
}

/** Which dashboard opens first: one's own choice, or that of the tenant [DSH2]. */
export class HomeDashboards {
  readonly #parts: HomeParts;

  constructor(parts: HomeParts) {
    this.#parts = parts;
  }

  /** What is out of reach by now is none. */
  async of(reach: Reach, user: UserId): Promise<DashboardHead | undefined> {
    return (await this.#seen(reach, user)) ?? this.ofTenant(reach);
  }

  async ofTenant(reach: Reach): Promise<DashboardHead | undefined> {
    return this.#seen(reach, null);
  }

  /** One's own view: no entry of the audit log tells of it. */
  async choose(reach: Reach, user: UserId, dashboard: DashboardId | null): Promise<void> {
    if (dashboard !== null) await this.#parts.dashboards.requireHead(reach, dashboard);
    await this.#parts.store.setHome(reach.tenantId, user, dashboard);
  }

  async chooseForTenant(reach: Reach, dashboard: DashboardId | null): Promise<void> {
    const { dashboards, store, audit } = this.#parts;
    const { tenantId } = reach;
    const act = { action: "UPDATED", tenantId, entity: { type: "TENANT", id: tenantId } } as const;
    await audit.change(act, async (notes) => {
      const chosen = dashboard === null ? null : await dashboards.requireHead(reach, dashboard);
      notes.before({ homeDashboard: (await this.#idOf(tenantId)) ?? null });
      notes.after({ homeDashboard: chosen?.id ?? null });
      await store.setHome(tenantId, null, dashboard);
    });
  }

  #idOf(tenantId: TenantId): Promise<DashboardId | undefined> {
    return this.#parts.store.home(tenantId, null);
  }

  async #seen(reach: Reach, user: UserId | null): Promise<DashboardHead | undefined> {
    const id = await this.#parts.store.home(reach.tenantId, user);
    return id && (await this.#parts.dashboards.some(reach, [id]))[0];
  }
}
