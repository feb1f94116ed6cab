import type { GrantInput, TenantRole } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api, session } from "../app.ts";

export const openInvitations = (tenantId: string) =>
  queryOptions({
    queryKey: ["invitations", tenantId],
    queryFn: () => api.users.invitations({ tenantId, limit: -1 }),
  });

export const invite = (
  tenantId: string,
  username: string,
  access: { readonly authority: TenantRole } | { readonly grants: GrantInput[] },
) => api.users.invite({ tenantId, body: { username, ...access } });

export const withdrawInvitation = (tenantId: string, invitationId: string) =>
  api.users.withdrawInvitation({ tenantId, invitationId });

/** Without a session: the link is all that is needed. */
export const invitationBehind = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: () => session.viewInvitation(token),
    retry: false,
  });
