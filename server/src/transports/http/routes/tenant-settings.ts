import {
  type HomePage,
  type TenantAppearance,
  type TenantSettingsRecord,
  tenantSettingsRoutes,
} from "@heliograph/contract";
import { reachFor } from "../../../core/access/index.ts";
import type { Audit } from "../../../core/audit/index.ts";
import { type Projects, type Reach, wholeTenant } from "../../../core/projects/index.ts";
import {
  type HistoryDepths,
  homePageUnclear,
  saveTenantSettings,
  type TenantSettings,
  type TenantSettingsStore,
  type Tenants,
} from "../../../core/tenants/index.ts";
import type { ProjectId, TenantId } from "../../../kernel/ids.ts";
import { requireVisibleName } from "../../../kernel/name-form.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { administeredTenantInPath } from "../route-ids.ts";

interface SettingsDependencies {
  readonly tenants: Tenants;
  readonly tenantSettings: TenantSettingsStore;
  readonly historyDepths: HistoryDepths;
  readonly projects: Projects;
  readonly audit: Audit;
}

/** What a tenant decides for itself: how it looks, where it begins, which telemetry it takes and keeps [TEL5]. */
export function serveTenantSettings(app: HttpApp, dependencies: SettingsDependencies): void {
  const { tenants, tenantSettings, historyDepths, projects, audit } = dependencies;
  register(app, tenantSettingsRoutes, {
    settings: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return recordOf(await shown(await tenantSettings.read(tenant), wholeTenant(tenant)));
    },

    appearance: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const reach = reachFor(callerOf(request), ["VIEW_DEVICES"]) ?? wholeTenant(tenant);
      return appearanceOf(await shown(await tenantSettings.read(tenant), reach));
    },

    saveSettings: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const { body } = request;
      if (body.title) requireVisibleName("title", body.title);
      if (body.homePage) await requireHome(tenant, body.homePage);
      const parts = { store: tenantSettings, audit };
      const saved = await saveTenantSettings(parts, tenant, (before) => changed(before, body), body.version);
      historyDepths.set(tenant, saved.historyDepthMs);
      return recordOf(saved);
    },
  });

  /** A project that is gone, or is not there for who asks, is nobody's home [PRJ1]. */
  async function shown(settings: TenantSettings, reach: Reach): Promise<TenantSettings> {
    const project = settings.homePage?.projectId?.toLowerCase();
    const isThere = project === undefined || (await projects.has(reach, project as ProjectId));
    return isThere ? settings : { ...settings, homePage: null };
  }

  async function requireHome(tenant: TenantId, { kind, projectId }: HomePage): Promise<void> {
    if ((kind === "PROJECT") !== (projectId !== undefined)) throw homePageUnclear();
    if (projectId) await projects.require(wholeTenant(tenant), projectId.toLowerCase() as ProjectId);
  }
}

/**
 * With a version it is a whole: what is not said is none. Without, as scripts from before it send it, what is not said stays as
 * it is; but for the retention.
 */
const changed = (before: TenantSettings, body: TenantSettingsRecord): TenantSettings => {
  const rest = body.version === undefined ? before : nothingSaid;
  return {
    telemetryRetentionMs: body.telemetryRetention ?? null,
    historyDepthMs: body.historyDepth ?? rest.historyDepthMs,
    title: body.title ?? rest.title,
    accentColor: (body.accentColor ?? rest.accentColor)?.toLowerCase() ?? null,
    logo: body.logo ?? rest.logo,
    homePage: body.homePage ?? rest.homePage,
    version: before.version,
  };
};

const nothingSaid = { historyDepthMs: null, title: null, accentColor: null, logo: null, homePage: null };

const appearanceOf = ({ title, accentColor, logo, homePage }: TenantSettings): TenantAppearance => ({
  title,
  accentColor,
  logo,
  homePage,
});

const recordOf = (settings: TenantSettings): TenantSettingsRecord => ({
  telemetryRetention: settings.telemetryRetentionMs,
  historyDepth: settings.historyDepthMs,
  ...appearanceOf(settings),
  version: settings.version,
});
