import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { tenant as tenantQuery } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";

/** While it is on its way there is a name already, so that nothing jumps. */
export function useTenantName(tenantId: string): string {
  return useQuery(tenantQuery(tenantId)).data?.name ?? "…";
}

export function TenantCrumbs({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  return (
    <nav className="crumbs">
      <Link to="/tenants">{m.tenants.title}</Link>
      <Icon name="right" size={14} />
      <span className="cut">{useTenantName(tenantId)}</span>
    </nav>
  );
}
