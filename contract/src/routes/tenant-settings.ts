import { TenantAppearance } from "../appearance.ts";
import { TenantSettingsRecord } from "../tenants.ts";
import { anyUser, needs } from "./access.ts";
import { TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Tenants";

export const tenantSettingsRoutes = routesOf({
  settings: {
    method: "GET",
    path: "/api/tenants/:tenantId/settings",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "The settings of a tenant",
    params: TenantParams,
    answers: { 200: TenantSettingsRecord },
  },

  appearance: {
    method: "GET",
    path: "/api/tenants/:tenantId/appearance",
    access: anyUser,
    tag,
    summary: "How one's own tenant looks and where it begins",
    params: TenantParams,
    answers: { 200: TenantAppearance },
  },

  saveSettings: {
    method: "PUT",
    path: "/api/tenants/:tenantId/settings",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Change the settings of a tenant; a shorter retention removes the older points soon after",
    params: TenantParams,
    body: TenantSettingsRecord,
    answers: { 200: TenantSettingsRecord },
  },
});
