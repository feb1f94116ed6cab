import type { TenantId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import { tenantNotFound } from "./errors.ts";

/** What a tenant decides for itself. */
export interface TenantSettings {
  /** How long points are kept; null is for ever [TEL5]. */
  readonly telemetryRetentionMs: number | null;
}

export interface TenantSettingsStore {
  /** The defaults for a tenant that has set nothing. */
  read(tenant: TenantId): Promise<TenantSettings>;
  save(tenant: TenantId, settings: TenantSettings): Promise<"saved" | "no-such-tenant">;
  /** The tenants that do not keep their points for ever. */
  withRetention(): Promise<readonly { readonly tenantId: TenantId; readonly telemetryRetentionMs: number }[]>;
}

export async function saveTenantSettings(
  { store, audit }: { readonly store: TenantSettingsStore; readonly audit: Audit },
  tenant: TenantId,
  settings: TenantSettings,
): Promise<TenantSettings> {
  const act = { action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } } as const;
  return audit.change(act, async (notes) => {
    notes.before({ ...(await store.read(tenant)) });
    notes.after({ ...settings });
    if ((await store.save(tenant, settings)) === "no-such-tenant") throw tenantNotFound(tenant);
    return settings;
  });
}
