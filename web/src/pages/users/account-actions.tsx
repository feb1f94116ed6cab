import type { UserRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { markServiceAccount, resetSecondFactor } from "../../api/second-factor.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { PasswordLinkDialog } from "./password-link-dialog.tsx";

interface AccountActionsProps {
  readonly tenantId: string;
  readonly user: UserRecord;
}

type Asked = "what" | "service" | "reset" | "password";

/** What an administrator does to the account of another [AUTH9]. */
export function AccountActions({ tenantId, user }: AccountActionsProps) {
  const m = useMessages();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <RowButton icon="key" label={m.users.account} of={user.username} onClick={() => setAsked("what")} />
      {asked === "what" && <ActionList user={user} onChoose={setAsked} onClose={close} />}
      {asked === "password" && <PasswordLinkDialog tenantId={tenantId} user={user} onClose={close} />}
      {asked === "service" && <MarkService tenantId={tenantId} user={user} onClose={close} />}
      {asked === "reset" && <ResetFactor tenantId={tenantId} user={user} onClose={close} />}
    </>
  );
}

interface ActionListProps {
  readonly user: UserRecord;
  readonly onChoose: (asked: Asked) => void;
  readonly onClose: () => void;
}

function ActionList({ user, onChoose, onClose }: ActionListProps) {
  const m = useMessages();
  return (
    <Dialog title={m.users.accountOf(user.username)} onClose={onClose}>
      <div className="stack">
        <button type="button" className="button" onClick={() => onChoose("password")}>
          {m.account.offer}
        </button>
        {user.secondFactor && (
          <button type="button" className="button" onClick={() => onChoose("reset")}>
            {m.secondFactor.reset}
          </button>
        )}
        <button type="button" className="button" onClick={() => onChoose("service")}>
          {user.serviceAccount ? m.secondFactor.unmarkService : m.secondFactor.markService}
        </button>
      </div>
    </Dialog>
  );
}

interface ActionProps extends AccountActionsProps {
  readonly onClose: () => void;
}

/** Says what was done, and shows the users as they are since. */
function useDone(tenantId: string): (message: string) => Promise<void> {
  const client = useQueryClient();
  return async (message) => {
    toast(message);
    await client.invalidateQueries({ queryKey: ["users", tenantId] });
  };
}

function MarkService({ tenantId, user, onClose }: ActionProps) {
  const m = useMessages();
  const done = useDone(tenantId);
  const mark = async () => {
    const { serviceAccount } = await markServiceAccount(tenantId, user.id.id, !user.serviceAccount);
    await done((serviceAccount ? m.secondFactor.marked : m.secondFactor.unmarked)(user.username));
  };
  return (
    <Confirm
      title={user.serviceAccount ? m.secondFactor.unmarkService : m.secondFactor.serviceTitle}
      text={(user.serviceAccount ? m.secondFactor.unserviceText : m.secondFactor.serviceText)(user.username)}
      action={user.serviceAccount ? m.secondFactor.unmarkService : m.secondFactor.markService}
      onConfirm={mark}
      onClose={onClose}
    />
  );
}

function ResetFactor({ tenantId, user, onClose }: ActionProps) {
  const m = useMessages();
  const done = useDone(tenantId);
  const reset = async () => {
    await resetSecondFactor(tenantId, user.id.id);
    await done(m.secondFactor.wasReset);
  };
  return (
    <Confirm
      title={m.secondFactor.resetTitle}
      text={m.secondFactor.resetText(user.username)}
      action={m.secondFactor.reset}
      onConfirm={reset}
      onClose={onClose}
    />
  );
}
