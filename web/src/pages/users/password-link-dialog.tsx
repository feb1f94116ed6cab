import type { PasswordResetLink, UserRecord } from "@heliograph/contract";
import { useState } from "react";
import { offerPasswordReset } from "../../api/account.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { LinkToHandOver } from "./link-to-hand-over.tsx";

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
        <LinkToHandOver text={m.account.offered(user.username)} {...made} onClose={onClose} />
      ) : (
        <Form action={m.account.make} send={make} onCancel={onClose}>
          <p className="break">{m.account.offerText(user.username)}</p>
        </Form>
      )}
    </Dialog>
  );
}
