import { getRouteApi } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { UserTable } from "../users/user-table.tsx";
import { TenantCrumbs, useTenantName } from "./tenant-crumbs.tsx";

const route = getRouteApi("/tenants/$tenantId/users");

export function TenantUsersPage() {
  const m = useMessages();
  const { tenantId } = route.useParams();
  return (
    <div className="page">
      <TenantCrumbs tenantId={tenantId} />
      <UserTable tenantId={tenantId} title={`${m.users.title} · ${useTenantName(tenantId)}`} />
    </div>
  );
}
