import { type AuditAction, type Permission, unmetDependencies } from "@heliograph/contract";
import { newId, type RoleId, type TenantId } from "../../kernel/ids.ts";
import { latinReading } from "../../kernel/look-alikes.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import { roleChanged, roleHeld, roleIncomplete, roleNameTaken, roleNotFound, tooManyRoles } from "./errors.ts";
import { requireHeld, requireNotStronger } from "./given-access.ts";
import type { Principal } from "./principal.ts";
import { builtInRoleNames, type RoleChange, rolePreview } from "./role-preview.ts";
import type { ListedRole, OwnRole, RoleProperties, RoleStore } from "./role-store.ts";
import type { Sessions } from "./sessions.ts";
import type { UserStore } from "./user-store.ts";

interface RoleParts {
  readonly store: RoleStore;
  readonly users: Pick<UserStore, "findInTenant">;
  readonly sessions: Pick<Sessions, "tenantChanged">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** The roles that tenants make for themselves [ROL1]. Who changes one can add only what they hold everywhere. */
export class Roles {
  readonly #parts: RoleParts;
  readonly #perTenant: number;

  constructor(parts: RoleParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
  }

  list(tenant: TenantId): Promise<readonly ListedRole[]> {
    return this.#parts.store.list(tenant);
  }

  async require(tenant: TenantId, id: RoleId): Promise<OwnRole> {
    const role = await this.#parts.store.find(tenant, id);
    if (!role) throw roleNotFound(id);
    return role;
  }

  create(tenant: TenantId, properties: RoleProperties, by: Principal): Promise<OwnRole> {
    return this.#change(tenant, newId<RoleId>(), "ADDED", (notes, id) =>
      this.#insert(tenant, id, properties, by, notes),
    );
  }

  /** `version` is the one it was made from: of two who change a role, the second is told of the first. */
  async update(
    tenant: TenantId,
    id: RoleId,
    properties: RoleProperties,
    version: number,
    by: Principal,
  ): Promise<OwnRole> {
    const changed = await this.#change(tenant, id, "UPDATED", async (notes) => {
      const before = await this.require(tenant, id);
      if (properties.name !== before.name) requireRoleName(properties.name);
      requireComplete(properties.permissions);
      requireHeld(by, [], added(before.permissions, properties.permissions), null);
      requireNotStronger(by, before.name, added(properties.permissions, before.permissions));
      const after = { ...before, ...properties, version: version + 1 };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      const outcome = before.version === version ? await this.#parts.store.update(after) : "changed";
      if (outcome === "changed") throw roleChanged(before.name);
      if (outcome === "name-taken") throw roleNameTaken(properties.name);
      return after;
    });
    this.#parts.sessions.tenantChanged(tenant); // those who hold it may do more or less from now on [AUTH8]
    return changed;
  }

  async remove(tenant: TenantId, id: RoleId): Promise<void> {
    await this.#change(tenant, id, "DELETED", async (notes) => {
      const role = await this.require(tenant, id);
      notes.entity(role.name);
      notes.before(factsOf(role));
      const outcome = await this.#parts.store.remove(tenant, id);
      if (outcome === "held") throw roleHeld(role.name);
      if (outcome === "not-found") throw roleNotFound(id);
    });
  }

  /** All of them or none; those whose names are there already are left as they are. Too many are refused before the first. */
  async importAll(
    tenant: TenantId,
    roles: readonly RoleProperties[],
    by: Principal,
  ): Promise<{ created: string[]; skipped: string[] }> {
    return this.#parts.transactions.run(async () => {
      const taken = new Set((await this.#parts.store.list(tenant)).map(({ name }) => foldCase(name)));
      const [fresh, skipped]: [RoleProperties[], string[]] = [[], []];
      for (const role of roles) {
        if (taken.has(foldCase(role.name))) skipped.push(role.name);
        else if (taken.add(foldCase(role.name)).size > this.#perTenant) throw tooManyRoles(this.#perTenant);
        else fresh.push(role);
      }
      for (const role of fresh) await this.create(tenant, role, by);
      return { created: fresh.map(({ name }) => name), skipped };
    });
  }

  /** What other permissions would give to and take from whom. */
  async preview(tenant: TenantId, id: RoleId, permissions: readonly Permission[]): Promise<RoleChange> {
    const role = await this.require(tenant, id);
    requireComplete(permissions);
    const holders = await this.#parts.store.holdersOf(id);
    const users = await Promise.all(holders.map(({ userId }) => this.#parts.users.findInTenant(tenant, userId)));
    return rolePreview(
      role,
      permissions,
      users.flatMap((user) => user ?? []),
    );
  }

  async #insert(
    tenantId: TenantId,
    id: RoleId,
    properties: RoleProperties,
    by: Principal,
    notes: ActNotes,
  ): Promise<OwnRole> {
    requireRoleName(properties.name);
    requireComplete(properties.permissions);
    requireHeld(by, [], properties.permissions, null);
    if ((await this.#parts.store.count(tenantId)) >= this.#perTenant) throw tooManyRoles(this.#perTenant);
    const role = { ...properties, id, tenantId, createdTime: this.#parts.clock(), version: 1 };
    notes.entity(role.name);
    notes.facts(factsOf(role));
    const outcome = await this.#parts.store.insert(role);
    if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
    if (outcome === "name-taken") throw roleNameTaken(role.name);
    return role;
  }

  #change<T>(
    tenantId: TenantId,
    id: RoleId,
    action: AuditAction,
    work: (notes: ActNotes, id: RoleId) => Promise<T>,
  ): Promise<T> {
    const act: AuditedAct = { action, tenantId, entity: { type: "ROLE", id } };
    return this.#parts.audit.change(act, (notes) => this.#parts.transactions.run(() => work(notes, id)));
  }
}

const added = (before: readonly Permission[], after: readonly Permission[]): readonly Permission[] =>
  after.filter((permission) => !before.includes(permission));

const builtInReadings: ReadonlySet<string> = new Set([...builtInRoleNames].map(latinReading));

/** A name that looks like a built-in role's would be taken for it, in whatever letters. */
function requireRoleName(name: string): void {
  requireVisibleName("name", name);
  if (builtInReadings.has(latinReading(name))) throw roleNameTaken(name);
}

function requireComplete(permissions: readonly Permission[]): void {
  const unmet = unmetDependencies(permissions);
  if (unmet.length > 0) throw roleIncomplete(unmet);
}

const factsOf = ({ name, description, permissions }: RoleProperties): Facts => ({
  name,
  description,
  permissions: [...permissions].sort(),
});
