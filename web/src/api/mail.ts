import type { TenantMailInput } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** The tenant's mail server, without its password. */
export const tenantMail = (tenantId: string) =>
  queryOptions({
    queryKey: ["mail", tenantId],
    queryFn: () => api.tenants.mail({ tenantId }),
    refetchOnWindowFocus: false,
  });

export const saveTenantMail = (tenantId: string, body: TenantMailInput) => api.tenants.saveMail({ tenantId, body });

export const removeTenantMail = (tenantId: string) => api.tenants.removeMail({ tenantId });

export const testTenantMail = (tenantId: string, to: string, language: "en" | "de") =>
  api.tenants.testMail({ tenantId, body: { to, language } });
