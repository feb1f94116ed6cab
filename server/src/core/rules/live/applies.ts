import type { RuleScope } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { ScopedDevice } from "./live-rule-store.ts";
import type { ReadyRule } from "./ready-rule.ts";
import type { Rule } from "./rule.ts";
import type { ScopedGroups } from "./scoped-groups.ts";

/** Who is in a group. */
export interface Membership {
  has(group: string, device: DeviceId): boolean;
}

/** Whether a rule is for a device [RUL1]. */
export function appliesTo(
  { tenantId, definition: { scope } }: Pick<Rule, "tenantId" | "definition">,
  device: ScopedDevice,
  groups: Membership,
): boolean {
  if (tenantId !== device.tenantId) return false;
  switch (scope.kind) {
    case "DEVICE":
      return scope.deviceIds.includes(device.id);
    case "DEVICE_TYPE":
      return scope.deviceTypeIds.includes(device.typeId);
    case "PROJECT": {
      const isOfType = scope.deviceTypeIds?.includes(device.typeId) ?? true;
      return isOfType && device.projectIds.some((id) => scope.projectIds.includes(id));
    }
    case "DEVICE_GROUP":
      return groups.has(scope.deviceGroupId, device.id);
  }
}

/** What a scope names: each of its devices has one of these. */
function namedBy(scope: RuleScope): readonly string[] {
  switch (scope.kind) {
    case "DEVICE":
      return scope.deviceIds;
    case "DEVICE_TYPE":
      return scope.deviceTypeIds;
    case "PROJECT":
      return scope.projectIds;
    case "DEVICE_GROUP":
      return [scope.deviceGroupId];
  }
}

const none: readonly ReadyRule[] = [];

/** Finds the rules of a device without looking at all of them: there may be thousands. */
export class RuleIndex {
  readonly #byName = new Map<string, ReadyRule[]>();
  readonly #groups: Pick<ScopedGroups, "has" | "of">;

  constructor(rules: readonly ReadyRule[], groups: Pick<ScopedGroups, "has" | "of">) {
    this.#groups = groups;
    for (const ready of rules) {
      const names = namedBy(ready.rule.definition.scope);
      for (const name of names.length > 1 ? new Set(names) : names) {
        const known = this.#byName.get(name);
        if (known) known.push(ready);
        else this.#byName.set(name, [ready]);
      }
    }
  }

  rulesOf(device: ScopedDevice): ReadonlySet<ReadyRule> {
    const found = new Set<ReadyRule>();
    for (const name of [device.id, device.typeId, ...device.projectIds, ...this.#groups.of(device.id)]) {
      for (const ready of this.#byName.get(name) ?? none) {
        if (appliesTo(ready.rule, device, this.#groups)) found.add(ready);
      }
    }
    return found;
  }
}
