import type { TenantId } from "../../../kernel/ids.ts";
import type { DeviceIndex, StoredCondition } from "../device-index.ts";
import { isWorthProbing } from "./search-devices.ts";
import type { Source } from "./search-tree.ts";

/** A condition on what the store of entities holds. */
export const storedSource = (index: DeviceIndex, tenant: TenantId, condition: StoredCondition): Source => ({
  estimate: (atMost) => index.count(tenant, condition, atMost),
  fetch: () => index.fetch(tenant, condition),
  matching: async (within, estimated) =>
    within && isWorthProbing(within.size, estimated)
      ? index.lookUp(tenant, condition, within)
      : (await index.fetch(tenant, condition)).among(within),
});

/** The same where counting would be as much work as finding: asked late, and only about what is left if that is little. */
export function lateSource(index: DeviceIndex, tenant: TenantId, condition: StoredCondition): Source {
  const { matching } = storedSource(index, tenant, condition);
  return { matching, estimate: async () => Number.MAX_SAFE_INTEGER };
}
