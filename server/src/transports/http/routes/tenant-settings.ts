import { TenantSettingsRecord } from "@heliograph/contract";
import {
  saveTenantSettings,
  type TenantSettings,
  type TenantSettingsStore,
  type Tenants,
} from "../../../core/tenants/index.ts";
import { needs } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { administeredTenantInPath, TenantParams } from "../route-ids.ts";

interface SettingsDependencies {
  readonly tenants: Tenants;
  readonly tenantSettings: TenantSettingsStore;
}

const tags = ["Tenants"];

/** What a tenant decides for itself: how long its telemetry is kept [TEL5]. */
export function tenantSettingsRoutes(app: HttpApp, { tenants, tenantSettings }: SettingsDependencies): void {
  app.get(
    "/api/tenants/:tenantId/settings",
    {
      config: { access: needs("MANAGE_SETTINGS") },
      schema: {
        tags,
        summary: "The settings of a tenant",
        params: TenantParams,
        response: { 200: TenantSettingsRecord },
      },
    },
    async (request) => recordOf(await tenantSettings.read(await administeredTenantInPath(request, tenants))),
  );

  app.put(
    "/api/tenants/:tenantId/settings",
    {
      config: { access: needs("MANAGE_SETTINGS") },
      schema: {
        tags,
        summary: "Change the settings of a tenant; a shorter retention removes the older points soon after",
        params: TenantParams,
        body: TenantSettingsRecord,
        response: { 200: TenantSettingsRecord },
      },
    },
    async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const settings = { telemetryRetentionMs: request.body.telemetryRetention ?? null };
      return recordOf(await saveTenantSettings(tenantSettings, tenant, settings));
    },
  );
}

const recordOf = ({ telemetryRetentionMs }: TenantSettings): TenantSettingsRecord => ({
  telemetryRetention: telemetryRetentionMs,
});
