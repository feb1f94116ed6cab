import { createHash } from "node:crypto";
import type { HomePage } from "@heliograph/contract";
import type { TenantId } from "../../kernel/ids.ts";
import { requirePicture } from "../../kernel/picture-form.ts";
import type { Audit, Facts } from "../audit/index.ts";
import { settingsChanged, tenantNotFound } from "./errors.ts";

/** What a tenant decides for itself. */
export interface TenantSettings {
  /** How long points are kept; null is for ever [TEL5]. */
  readonly telemetryRetentionMs: number | null;
  /** How old points may be when they arrive; null is any age. */
  readonly historyDepthMs: number | null;
  /** What it is called in the interface; null is its name. */
  readonly title: string | null;
  readonly accentColor: string | null;
  /** A data URL. */
  readonly logo: string | null;
  readonly homePage: HomePage | null;
  /** Counts changes. */
  readonly version: number;
}

export interface TenantSettingsStore {
  /** The defaults for a tenant that has set nothing. */
  read(tenant: TenantId): Promise<TenantSettings>;
  /** As `read`; nobody else changes them until the transaction ends. */
  hold(tenant: TenantId): Promise<TenantSettings>;
  /** Only on top of the version before the one in `settings`; each save is one version more. */
  save(tenant: TenantId, settings: TenantSettings): Promise<"saved" | "changed-meanwhile" | "no-such-tenant">;
  /** The tenants that do not keep their points for ever. */
  withRetention(): Promise<readonly { readonly tenantId: TenantId; readonly telemetryRetentionMs: number }[]>;
  /** The tenants that do not take points of any age. */
  withHistoryDepth(): Promise<readonly { readonly tenantId: TenantId; readonly historyDepthMs: number }[]>;
}

interface SettingsParts {
  readonly store: TenantSettingsStore;
  readonly audit: Audit;
}

/** `change` says what the settings become; `version` on which ones it builds, where that is known. */
export async function saveTenantSettings(
  { store, audit }: SettingsParts,
  tenant: TenantId,
  change: (before: TenantSettings) => TenantSettings,
  version: number | undefined,
): Promise<TenantSettings> {
  const act = { action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } } as const;
  return audit.change(act, async (notes) => {
    const before = await store.hold(tenant);
    if (version !== undefined && version !== before.version) throw settingsChanged();
    const settings = { ...change(before), version: before.version + 1 };
    if (settings.logo !== before.logo) requirePicture("logo", settings.logo);
    notes.before(factsOf(before));
    notes.after(factsOf(settings));
    const outcome = await store.save(tenant, settings);
    if (outcome === "no-such-tenant") throw tenantNotFound(tenant);
    if (outcome === "changed-meanwhile") throw settingsChanged();
    return settings;
  });
}

/** A logo is known by its hash. */
const factsOf = ({ version: _, logo, ...settings }: TenantSettings): Facts => ({
  ...settings,
  logo: logo && createHash("sha256").update(logo).digest("hex"),
});
