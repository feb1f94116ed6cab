import type { RoleFile, RoleInput, RolePreview } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** The tenant's own roles [ROL1]. */
export const ownRoles = (tenantId: string) =>
  queryOptions({
    queryKey: ["own-roles", tenantId],
    queryFn: () => api.users.ownRoles({ tenantId, limit: -1 }),
    enabled: tenantId !== "",
  });

export const saveRole = (tenantId: string, input: RoleInput) => api.users.saveRole({ tenantId, body: input });

export const deleteRole = (roleId: string) => api.users.removeRole({ roleId });

export const previewRole = (roleId: string, permissions: RoleInput["permissions"]): Promise<RolePreview> =>
  api.users.previewRole({ roleId, body: { permissions } });

export const exportRoles = (tenantId: string): Promise<RoleFile> => api.users.exportRoles({ tenantId });

export const importRoles = (tenantId: string, file: RoleFile) => api.users.importRoles({ tenantId, body: file });
