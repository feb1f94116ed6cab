import type { GrantInput, TenantLimitsRecord, TenantRole, TenantSettingsRecord } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { underForm } from "./under-form.ts";

const everything = { limit: -1 };

export const tenantUsers = (tenantId: string) =>
  queryOptions({
    queryKey: ["users", tenantId],
    queryFn: () => api.users.list({ tenantId, ...everything }),
  });

export interface NewUserInput {
  readonly username: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly password?: string | undefined;
  readonly authority?: TenantRole;
  readonly grants?: GrantInput[];
}

export const addUser = (tenantId: string, body: NewUserInput) => api.users.add({ tenantId, body });

export const changeRole = (tenantId: string, userId: string, authority: TenantRole) =>
  api.users.changeRole({ tenantId, userId, body: { authority } });

/** Roles in projects; the union counts. */
export const saveGrants = (tenantId: string, userId: string, grants: GrantInput[]) =>
  api.users.changeRole({ tenantId, userId, body: { grants } });

export const endAssignment = (tenantId: string, userId: string) => api.users.endAssignment({ tenantId, userId });

export const tenant = (tenantId: string) =>
  queryOptions({
    queryKey: ["tenant", tenantId],
    queryFn: () => api.tenants.get({ tenantId }),
  });

/** Every tenant with its limits and what it uses. */
export const tenantUsages = queryOptions({
  queryKey: ["tenants", "usages"],
  queryFn: () => api.tenants.usages(everything),
  refetchInterval: 15_000,
});

export const renameTenant = (tenantId: string, name: string) => api.tenants.rename({ tenantId, body: { name } });

export const tenantUsage = (tenantId: string) =>
  queryOptions({
    queryKey: ["usage", tenantId],
    queryFn: () => api.tenants.usage({ tenantId }),
    refetchInterval: 15_000,
  });

export const createTenant = (name: string) => api.tenants.create({ body: { name } });

export const deleteTenant = (tenantId: string) => api.tenants.remove({ tenantId });

export const roles = queryOptions({
  queryKey: ["roles"],
  queryFn: () => api.users.roles(),
  staleTime: Number.POSITIVE_INFINITY,
});

export const ownAssignments = queryOptions({
  queryKey: ["assignments"],
  queryFn: () => api.auth.assignments(),
  staleTime: 60_000,
});

export const changePassword = (currentPassword: string, newPassword: string) =>
  api.auth.changePassword({ body: { currentPassword, newPassword } });

export const changeProfile = (firstName: string, lastName: string) =>
  api.auth.rename({ body: { ...(firstName && { firstName }), ...(lastName && { lastName }) } });

export const tenantSettings = (tenantId: string) =>
  queryOptions({
    queryKey: ["settings", tenantId],
    queryFn: () => api.tenants.settings({ tenantId }),
  });

export const saveTenantSettings = (tenantId: string, body: TenantSettingsRecord) =>
  api.tenants.saveSettings({ tenantId, body });

export const tenantLimits = (tenantId: string) =>
  queryOptions({
    queryKey: ["limits", tenantId],
    queryFn: () => api.tenants.limits({ tenantId }),
    ...underForm,
  });

export const saveTenantLimits = (tenantId: string, body: TenantLimitsRecord) =>
  api.tenants.saveLimits({ tenantId, body });

export const ownSessions = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => api.auth.sessions(),
});

export const endSession = (sessionId: string) => api.auth.endSession({ sessionId });

export const endOtherSessions = () => api.auth.endOtherSessions();
