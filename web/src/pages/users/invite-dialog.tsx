import type { InvitationWithLink } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invite } from "../../api/invitations.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Time } from "../../ui/time.tsx";
import { LinkToHandOver } from "./link-to-hand-over.tsx";
import { accessIn, RoleField } from "./role-field.tsx";

interface InviteDialogProps {
  readonly tenantId: string;
  readonly onClose: () => void;
}

/** Asks whom to invite, then says that the link was mailed, or shows it, once, to be handed over [AUTH7]. */
export function InviteDialog({ tenantId, onClose }: InviteDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [invitation, setInvitation] = useState<InvitationWithLink>();
  const send = async (form: FormData) => {
    setInvitation(await invite(tenantId, textOf(form, "username").trim(), accessIn(form)));
    void client.invalidateQueries({ queryKey: ["invitations", tenantId] });
  };
  return (
    <Dialog title={m.invitations.inviteTitle} onClose={onClose}>
      {invitation ? (
        <Invited invitation={invitation} onClose={onClose} />
      ) : (
        <Form action={m.invitations.invite} send={send} onCancel={onClose}>
          <p className="soft">{m.invitations.inviteText}</p>
          <TextField label={m.users.username} name="username" required maxLength={255} autoFocus />
          <RoleField tenantId={tenantId} />
        </Form>
      )}
    </Dialog>
  );
}

interface InvitedProps {
  readonly invitation: InvitationWithLink;
  readonly onClose: () => void;
}

/** How the link of an invitation goes to whom it is for. */
export function Invited({ invitation, onClose }: InvitedProps) {
  const m = useMessages();
  const { link, username, expiresTime } = invitation;
  if (link === undefined) return <MailedLink {...{ invitation, onClose }} />;
  return <LinkToHandOver text={m.invitations.handOver(username)} {...{ link, expiresTime, onClose }} />;
}

function MailedLink({ invitation, onClose }: InvitedProps) {
  const m = useMessages();
  return (
    <div className="form">
      <p className="break" role="status">
        {m.invitations.mailed(invitation.username)}
      </p>
      <small>{m.invitations.mailedHint}</small>
      <small>
        {m.invitations.until} <Time ms={invitation.expiresTime} />
      </small>
      <div className="dialog-actions">
        {/* biome-ignore lint/a11y/noAutofocus: the one thing left to do, in place of the form that had the focus */}
        <button type="button" className="button primary" autoFocus onClick={onClose}>
          {m.common.close}
        </button>
      </div>
    </div>
  );
}
