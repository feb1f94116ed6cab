import type { AuditAction } from "@heliograph/contract";
import { newId, type TenantId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit, AuditedAct } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import { tenantNameTaken, tenantNotFound } from "./errors.ts";
import type { Tenant, TenantStore } from "./tenant-store.ts";

export class Tenants {
  readonly #store: TenantStore;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor(store: TenantStore, events: EventBus, clock: Clock, audit: Audit) {
    this.#store = store;
    this.#events = events;
    this.#clock = clock;
    this.#audit = audit;
  }

  async create(name: string): Promise<Tenant> {
    requireVisibleName("name", name);
    if (await this.#store.hasAlike(name)) throw tenantNameTaken(name);
    const tenant = this.#newTenant(name);
    return this.#audit.change(actOn(tenant, "ADDED"), async () => {
      if ((await this.#store.create(tenant)) === "name-taken") throw tenantNameTaken(name);
      return tenant;
    });
  }

  /** As `create`, but content with the one that has the name already, also when another process is creating it. */
  async ensure(name: string): Promise<Tenant> {
    const tenant = this.#newTenant(name);
    if ((await this.#store.create(tenant)) === "created") return tenant;
    return (await this.#store.findByName(name)) ?? this.ensure(name);
  }

  async require(id: TenantId): Promise<Tenant> {
    const tenant = await this.#store.find(id);
    if (!tenant) throw tenantNotFound(id);
    return tenant;
  }

  findByName(name: string): Promise<Tenant | undefined> {
    return this.#store.findByName(name);
  }

  list(page: PageRequest): Promise<Page<Tenant>> {
    return this.#store.list(page);
  }

  stream(): AsyncIterable<readonly Tenant[]> {
    return this.#store.stream();
  }

  /** What it is called everywhere from now on. */
  async rename(id: TenantId, name: string): Promise<Tenant> {
    requireVisibleName("name", name);
    const before = await this.require(id);
    const isAlike = foldCase(before.name) !== foldCase(name) && (await this.#store.hasAlike(name));
    if (isAlike) throw tenantNameTaken(name);
    return this.#audit.change(actOn({ ...before, name }, "UPDATED"), async (notes) => {
      notes.before({ name: before.name });
      notes.after({ name });
      const outcome = await this.#store.rename(id, name);
      if (outcome === "name-taken") throw tenantNameTaken(name);
      if (outcome === "not-found") throw tenantNotFound(id);
      return { ...before, name };
    });
  }

  async remove(id: TenantId): Promise<void> {
    const tenant = await this.require(id);
    await this.#audit.change(actOn(tenant, "DELETED"), async () => {
      if (!(await this.#store.remove(id))) throw tenantNotFound(id);
    });
    this.#events.publish("tenant-removed", { tenantId: id });
  }

  #newTenant(name: string): Tenant {
    return { id: newId<TenantId>(), createdTime: this.#clock(), name };
  }
}

/** That there is a tenant is the installation's business: its own log would go unread with it. */
const actOn = ({ id, name }: Tenant, action: AuditAction): AuditedAct => ({
  action,
  tenantId: null,
  entity: { type: "TENANT", id, name },
});
