import type { GrantInput, GrantRecord, InvitationRecord, TenantRole } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api, session } from "../app.ts";
import { language } from "../i18n/messages.tsx";

export const openInvitations = (tenantId: string) =>
  queryOptions({
    queryKey: ["invitations", tenantId],
    queryFn: () => api.users.invitations({ tenantId, limit: -1 }),
  });

export const invite = (
  tenantId: string,
  username: string,
  access: { readonly authority: TenantRole } | { readonly grants: GrantInput[] },
) => api.users.invite({ tenantId, body: { username, ...access, language: language.get() } });

/** With the same access; the earlier link stops working. */
export const inviteAgain = ({ tenantId, username, authority, grants }: InvitationRecord) =>
  invite(tenantId.id, username, grants.length > 0 ? { grants: grants.map(grantInputOf) } : { authority });

const grantInputOf = ({ role, roleId, projectId }: GrantRecord): GrantInput => ({
  ...(roleId ? { roleId } : { role: role as TenantRole }),
  projectId,
});

export const withdrawInvitation = (tenantId: string, invitationId: string) =>
  api.users.withdrawInvitation({ tenantId, invitationId });

/** Without a session: the link is all that is needed. */
export const invitationBehind = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: () => session.viewInvitation(token),
    retry: false,
  });
