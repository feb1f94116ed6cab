import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Rule } from "./rule.ts";

type Members = (tenant: TenantId, group: DeviceGroupId) => Promise<IdSet<DeviceId>>;

const noMembers = new IdSet<DeviceId>();

/** The groups that rules in force are for, and who was in them when they were last looked up [PRJ2]. */
export class ScopedGroups {
  readonly #find: Members;
  #members: ReadonlyMap<DeviceGroupId, IdSet<DeviceId>> = new Map();
  #tenants: ReadonlyMap<DeviceGroupId, TenantId> = new Map();

  constructor(find: Members) {
    this.#find = find;
  }

  get isEmpty(): boolean {
    return this.#tenants.size === 0;
  }

  /** Those of these rules are looked up, the others forgotten. */
  async follow(rules: readonly Pick<Rule, "tenantId" | "definition">[]): Promise<void> {
    const named = rules.flatMap(({ tenantId, definition: { scope } }) =>
      scope.kind === "DEVICE_GROUP" ? [[scope.deviceGroupId as DeviceGroupId, tenantId] as const] : [],
    );
    const tenants = new Map(named);
    const members = await this.#lookUp(tenants);
    this.#tenants = tenants;
    this.#members = members;
  }

  has(group: string, device: DeviceId): boolean {
    return this.#members.get(group as DeviceGroupId)?.has(device) ?? false;
  }

  of(device: DeviceId): readonly DeviceGroupId[] {
    return [...this.#members].flatMap(([group, members]) => (members.has(device) ? [group] : []));
  }

  /** Who came or left since. */
  async refresh(): Promise<readonly DeviceId[]> {
    const before = this.#members;
    const after = await this.#lookUp(this.#tenants);
    this.#members = after;
    const changed = new Set<DeviceId>();
    for (const [group, members] of after) {
      const were = before.get(group) ?? noMembers;
      for (const device of members.without(were)) changed.add(device);
      for (const device of were.without(members)) changed.add(device);
    }
    return [...changed];
  }

  async #lookUp(tenants: ReadonlyMap<DeviceGroupId, TenantId>) {
    const members = new Map<DeviceGroupId, IdSet<DeviceId>>();
    for (const [group, tenant] of tenants) members.set(group, await this.#find(tenant, group));
    return members;
  }
}
