import { type AuditAction, conditionsIn, type DeviceFilterNode, filterProblem } from "@heliograph/contract";
import { type DeviceGroupId, newId, type TenantId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import type { DeviceGroup, DeviceGroupProperties } from "./device-group.ts";
import type { DeviceGroupStore } from "./device-group-store.ts";
import {
  deviceGroupFilterInvalid,
  deviceGroupNameTaken,
  deviceGroupNotFound,
  deviceGroupStale,
  deviceGroupTooManyConditions,
  tooManyDeviceGroups,
} from "./errors.ts";

export interface DeviceGroupLimits {
  readonly perTenant: number;
  /** Of one filter, however they stand inside each other. */
  readonly conditions: number;
}

interface DeviceGroupParts {
  readonly store: DeviceGroupStore;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** A change of a group; without a filter the saved one stays, whatever is in it. */
export type DeviceGroupChange = Omit<DeviceGroupProperties, "filter"> & {
  readonly filter: DeviceFilterNode | undefined;
};

/** Filters that tenants save under a name [PRJ2]. Who is in a group is found when somebody asks. */
export class DeviceGroups {
  readonly #parts: DeviceGroupParts;
  readonly #limits: DeviceGroupLimits;

  constructor(parts: DeviceGroupParts, limits: DeviceGroupLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  list(tenant: TenantId): Promise<readonly DeviceGroup[]> {
    return this.#parts.store.list(tenant);
  }

  async require(tenant: TenantId, id: DeviceGroupId): Promise<DeviceGroup> {
    const group = await this.#parts.store.find(tenant, id);
    if (!group) throw deviceGroupNotFound(id);
    return group;
  }

  /** A filter that came from outside and fits the schema: refused where it makes no sense, or is too much. */
  requireSense(filter: DeviceFilterNode): void {
    const problem = filterProblem(filter);
    if (problem) throw deviceGroupFilterInvalid(problem);
    if (conditionsIn(filter).length > this.#limits.conditions)
      throw deviceGroupTooManyConditions(this.#limits.conditions);
  }

  create(tenantId: TenantId, properties: DeviceGroupProperties): Promise<DeviceGroup> {
    requireVisibleName("name", properties.name);
    this.requireSense(properties.filter);
    const id = newId<DeviceGroupId>();
    return this.#change(tenantId, id, "ADDED", async (notes) => {
      if ((await this.#parts.store.count(tenantId)) >= this.#limits.perTenant)
        throw tooManyDeviceGroups(this.#limits.perTenant);
      const group = { ...properties, id, tenantId, createdTime: this.#parts.clock(), version: 1 };
      notes.entity(group.name);
      notes.facts(factsOf(group));
      const outcome = await this.#parts.store.insert(group);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "name-taken") throw deviceGroupNameTaken(group.name);
      return group;
    });
  }

  /** `version` is the one it was made from: of two who change a group, the second is told of the first. */
  update(tenantId: TenantId, id: DeviceGroupId, change: DeviceGroupChange, version: number): Promise<DeviceGroup> {
    if (change.filter) this.requireSense(change.filter);
    return this.#change(tenantId, id, "UPDATED", async (notes) => {
      const before = await this.require(tenantId, id);
      if (change.name !== before.name) requireVisibleName("name", change.name);
      const { name, description, filter = before.filter } = change;
      const after = { ...before, name, description, filter, version: version + 1 };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      const outcome = before.version === version ? await this.#parts.store.update(after) : "changed";
      if (outcome === "changed") throw deviceGroupStale(before.name, before.version);
      if (outcome === "name-taken") throw deviceGroupNameTaken(name);
      return after;
    });
  }

  async remove(tenantId: TenantId, id: DeviceGroupId): Promise<void> {
    await this.#change(tenantId, id, "DELETED", async (notes) => {
      const group = await this.require(tenantId, id);
      notes.entity(group.name);
      notes.before(factsOf(group));
      if (!(await this.#parts.store.remove(tenantId, id))) throw deviceGroupNotFound(id);
    });
  }

  #change<T>(
    tenantId: TenantId,
    id: DeviceGroupId,
    action: AuditAction,
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    const act: AuditedAct = { action, tenantId, entity: { type: "DEVICE_GROUP", id } };
    return this.#parts.audit.change(act, (notes) => this.#parts.transactions.run(() => work(notes)));
  }
}

const factsOf = ({ name, description, filter }: DeviceGroupProperties): Facts => ({
  name,
  description,
  filter,
});
