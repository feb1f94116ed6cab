import type { InvitationRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { inviteAgain, openInvitations, withdrawInvitation } from "../../api/invitations.ts";
import { type Messages, useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { Invited } from "./invite-dialog.tsx";

interface InvitationCardProps {
  readonly tenantId: string;
  readonly mayManage: boolean;
}

/** Who was invited and has not accepted yet; nothing where there is nobody. */
export function InvitationCard({ tenantId, mayManage }: InvitationCardProps) {
  const m = useMessages();
  const { data } = useQuery(openInvitations(tenantId));
  if (!data || data.data.length === 0) return null;
  return (
    <section className="card table-scroll">
      <div className="card-head">
        <h2>{m.invitations.open}</h2>
      </div>
      <CardTable className="people">
        <thead>
          <tr>
            <th>{m.users.username}</th>
            <th>{m.users.role}</th>
            <th className="hide-narrow">{m.invitations.until}</th>
            {mayManage && <th className="right">{m.common.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {data.data.map((invitation) => (
            <InvitationRow key={invitation.id.id} {...{ tenantId, invitation, mayManage }} />
          ))}
        </tbody>
      </CardTable>
    </section>
  );
}

/** Roles in projects, where some were named; else the role in the whole tenant. */
const rolesText = ({ authority, grants }: InvitationRecord, m: Messages): string =>
  grants.length === 0
    ? m.roles.names[authority]
    : grants.map(({ role, projectName }) => [roleText(role, m), projectName].filter(Boolean).join(" · ")).join(", ");

const roleText = (role: string, m: Messages): string => (m.roles.names as Record<string, string>)[role] ?? role;

interface InvitationRowProps extends InvitationCardProps {
  readonly invitation: InvitationRecord;
}

function InvitationRow({ tenantId, invitation, mayManage }: InvitationRowProps) {
  const m = useMessages();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawInvitation(tenantId, invitation.id.id),
    onSuccess: () => toast(m.invitations.withdrawn),
    onSettled: () => client.invalidateQueries({ queryKey: ["invitations", tenantId] }),
  });
  const again = useMutation({ mutationFn: () => inviteAgain(invitation) });
  const close = () => {
    again.reset();
    void client.invalidateQueries({ queryKey: ["invitations", tenantId] });
  };
  return (
    <tr>
      <td className="break">{invitation.username}</td>
      <td className="break">{rolesText(invitation, m)}</td>
      <td className="soft nowrap hide-narrow">
        <Time ms={invitation.expiresTime} />
      </td>
      {mayManage && (
        <td className="right nowrap">
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.invitations.again}: ${invitation.username}`}
            title={m.invitations.again}
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            <Icon name="refresh" />
          </button>
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.invitations.withdraw}: ${invitation.username}`}
            title={m.invitations.withdraw}
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            <Icon name="trash" />
          </button>
          <ErrorNote error={withdraw.error ?? again.error} />
          {again.data && (
            <Dialog title={m.invitations.againTitle} onClose={close}>
              <Invited invitation={again.data} onClose={close} />
            </Dialog>
          )}
        </td>
      )}
    </tr>
  );
}
