import { getRouteApi } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { TenantCrumbs, useTenantName } from "./tenant-crumbs.tsx";
import { TenantSettings } from "./tenant-settings.tsx";

const route = getRouteApi("/tenants/$tenantId/settings");

export function TenantSettingsPage() {
  const m = useMessages();
  const { tenantId } = route.useParams();
  return (
    <div className="page">
      <TenantCrumbs tenantId={tenantId} />
      <TenantSettings tenantId={tenantId} title={`${m.settings.title} · ${useTenantName(tenantId)}`} />
    </div>
  );
}
