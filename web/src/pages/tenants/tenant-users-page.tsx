import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { tenant as tenantQuery } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { UserTable } from "../users/user-table.tsx";

const route = getRouteApi("/tenants/$tenantId/users");

export function TenantUsersPage() {
  const m = useMessages();
  const { tenantId } = route.useParams();
  const { data } = useQuery(tenantQuery(tenantId));
  return (
    <div className="page">
      <nav className="crumbs">
        <Link to="/tenants">{m.tenants.title}</Link>
        <Icon name="right" size={14} />
        <span className="cut">{data?.name ?? "…"}</span>
      </nav>
      <UserTable tenantId={tenantId} title={`${m.users.title} · ${data?.name ?? "…"}`} />
    </div>
  );
}
