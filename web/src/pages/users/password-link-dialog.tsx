import type { PasswordResetLink, UserRecord } from "@heliograph/contract";
import { useState } from "react";
import { offerPasswordReset } from "../../api/account.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Time } from "../../ui/time.tsx";

interface PasswordLinkProps {
  readonly tenantId: string;
  readonly user: UserRecord;
  readonly onClose: () => void;
}

/** Asks once, then shows the link, once, to be handed over [AUTH9]. */
export function PasswordLinkDialog({ tenantId, user, onClose }: PasswordLinkProps) {
  const m = useMessages();
  const [made, setMade] = useState<PasswordResetLink>();
  const make = async () => setMade(await offerPasswordReset(tenantId, user.id.id));
  return (
    <Dialog title={made ? m.account.offer : m.account.offerTitle} onClose={onClose}>
      {made ? (
        <LinkToHandOver made={made} username={user.username} onClose={onClose} />
      ) : (
        <Form action={m.account.make} send={make} onCancel={onClose}>
          <p className="break">{m.account.offerText(user.username)}</p>
        </Form>
      )}
    </Dialog>
  );
}

interface LinkProps {
  readonly made: PasswordResetLink;
  readonly username: string;
  readonly onClose: () => void;
}

function LinkToHandOver({ made, username, onClose }: LinkProps) {
  const m = useMessages();
  const link = new URL(made.link, location.origin).href;
  return (
    <div className="form">
      <p className="break">{m.account.offered(username)}</p>
      <Field label={m.invitations.link}>
        {(id) => (
          <input
            id={id}
            readOnly
            value={link}
            // biome-ignore lint/a11y/noAutofocus: what was asked for, in place of the form that had the focus
            autoFocus
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <small>
        {m.invitations.until} <Time ms={made.expiresTime} />
      </small>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.common.close}
        </button>
        <CopyButton text={link} label={m.invitations.copyLink} isPrimary />
      </div>
    </div>
  );
}
