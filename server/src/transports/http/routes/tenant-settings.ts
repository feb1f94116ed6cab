import { type TenantSettingsRecord, tenantSettingsRoutes } from "@heliograph/contract";
import type { Audit } from "../../../core/audit/index.ts";
import {
  saveTenantSettings,
  type TenantSettings,
  type TenantSettingsStore,
  type Tenants,
} from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { administeredTenantInPath } from "../route-ids.ts";

interface SettingsDependencies {
  readonly tenants: Tenants;
  readonly tenantSettings: TenantSettingsStore;
  readonly audit: Audit;
}

/** What a tenant decides for itself: how long its telemetry is kept [TEL5]. */
export function serveTenantSettings(app: HttpApp, { tenants, tenantSettings, audit }: SettingsDependencies): void {
  register(app, tenantSettingsRoutes, {
    settings: async (request) => recordOf(await tenantSettings.read(await administeredTenantInPath(request, tenants))),

    saveSettings: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const settings = { telemetryRetentionMs: request.body.telemetryRetention ?? null };
      return recordOf(await saveTenantSettings({ store: tenantSettings, audit }, tenant, settings));
    },
  });
}

const recordOf = ({ telemetryRetentionMs }: TenantSettings): TenantSettingsRecord => ({
  telemetryRetention: telemetryRetentionMs,
});
