import type {
  Assignment,
  Permission,
  Role,
  TenantLimitsRecord,
  TenantRecord,
  TenantRole,
  TenantSettingsRecord,
  UserRecord,
} from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import type { Page } from "./devices.ts";

const everything = { limit: -1 };

export const tenantUsers = (tenantId: string) =>
  queryOptions({
    queryKey: ["users", tenantId],
    queryFn: () => api.json<Page<UserRecord>>(`/api/tenants/${tenantId}/users`, { query: everything }),
  });

export interface NewUserInput {
  readonly username: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly password?: string | undefined;
  readonly authority: TenantRole;
}

export const addUser = (tenantId: string, body: NewUserInput) =>
  api.json<UserRecord>(`/api/tenants/${tenantId}/users`, { method: "POST", body });

export const changeRole = (tenantId: string, userId: string, authority: TenantRole) =>
  api.json<UserRecord>(`/api/tenants/${tenantId}/users/${userId}`, { method: "PUT", body: { authority } });

export const endAssignment = (tenantId: string, userId: string) =>
  api.json(`/api/tenants/${tenantId}/users/${userId}`, { method: "DELETE" });

export const tenants = queryOptions({
  queryKey: ["tenants"],
  queryFn: () => api.json<Page<TenantRecord>>("/api/tenants", { query: everything }),
});

export const tenant = (tenantId: string) =>
  queryOptions({
    queryKey: ["tenant", tenantId],
    queryFn: () => api.json<TenantRecord>(`/api/tenants/${tenantId}`),
  });

export const createTenant = (name: string) =>
  api.json<TenantRecord>("/api/tenants", { method: "POST", body: { name } });

export const deleteTenant = (tenantId: string) => api.json(`/api/tenants/${tenantId}`, { method: "DELETE" });

export interface RoleEntry {
  readonly name: Role;
  readonly permissions: readonly { readonly name: Permission; readonly description: string }[];
}

export const roles = queryOptions({
  queryKey: ["roles"],
  queryFn: () => api.json<RoleEntry[]>("/api/roles"),
  staleTime: Number.POSITIVE_INFINITY,
});

export const ownAssignments = queryOptions({
  queryKey: ["assignments"],
  queryFn: () => api.json<Assignment[]>("/api/auth/assignments"),
  staleTime: 60_000,
});

export const changePassword = (currentPassword: string, newPassword: string) =>
  api.json("/api/auth/changePassword", { method: "POST", body: { currentPassword, newPassword } });

export const changeProfile = (firstName: string, lastName: string) =>
  api.json("/api/auth/user", {
    method: "PUT",
    body: { firstName: firstName || undefined, lastName: lastName || undefined },
  });

export const tenantSettings = (tenantId: string) =>
  queryOptions({
    queryKey: ["settings", tenantId],
    queryFn: () => api.json<TenantSettingsRecord>(`/api/tenants/${tenantId}/settings`),
  });

export const saveTenantSettings = (tenantId: string, body: TenantSettingsRecord) =>
  api.json<TenantSettingsRecord>(`/api/tenants/${tenantId}/settings`, { method: "PUT", body });

export const tenantLimits = (tenantId: string) =>
  queryOptions({
    queryKey: ["limits", tenantId],
    queryFn: () => api.json<TenantLimitsRecord>(`/api/tenants/${tenantId}/limits`),
  });

export const saveTenantLimits = (tenantId: string, body: TenantLimitsRecord) =>
  api.json<TenantLimitsRecord>(`/api/tenants/${tenantId}/limits`, { method: "PUT", body });
