import type { InvitationView } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invitationBehind } from "../../api/invitations.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { Segments } from "../../ui/segments.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";

/** Where a link leads that somebody was handed [AUTH7]; the token stands behind the # and never leaves in a URL. */
export const invitationPath = "/invitation";

export function InvitationPage() {
  const m = useMessages();
  const token = location.hash.slice(1);
  const { data, error, refetch } = useQuery(invitationBehind(token));
  return (
    <main className="login">
      <div className="login-card">
        <div className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Heliograph</span>
        </div>
        {data ? (
          <Acceptance token={token} invitation={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
        <a href="/">{m.invitations.toLogin}</a>
      </div>
    </main>
  );
}

type Account = "new" | "existing";

interface AcceptanceProps {
  readonly token: string;
  readonly invitation: InvitationView;
}

/** The server does not say whether there is an account of this name, so the person does. */
function Acceptance({ token, invitation }: AcceptanceProps) {
  const m = useMessages();
  const [account, setAccount] = useState<Account>("new");
  const accept = async (form: FormData) => {
    const password = textOf(form, "password");
    if (account === "new" && password !== textOf(form, "repeated")) throw new FormProblem(m.profile.mismatch);
    const given = (name: string) => textOf(form, name).trim() || undefined;
    const names = { firstName: given("firstName"), lastName: given("lastName") };
    await session.acceptInvitation({ token, password, account, ...names });
  };
  return (
    <>
      <h1>{m.invitations.acceptTitle(invitation.tenantName)}</h1>
      <p>{m.invitations.acceptText(invitation.username, m.roles.names[invitation.authority])}</p>
      <Segments
        label={m.invitations.account}
        options={[
          ["new", m.invitations.newAccount],
          ["existing", m.invitations.existingAccount],
        ]}
        value={account}
        onChange={setAccount}
      />
      <Form key={account} action={m.invitations.accept} send={accept}>
        {account === "new" && (
          <div className="form-pair">
            <TextField label={m.users.firstName} name="firstName" autoComplete="given-name" maxLength={255} />
            <TextField label={m.users.lastName} name="lastName" autoComplete="family-name" maxLength={255} />
          </div>
        )}
        <TextField
          label={account === "new" ? m.profile.next : m.login.password}
          name="password"
          type="password"
          autoComplete={account === "new" ? "new-password" : "current-password"}
          required
        />
        {account === "new" && (
          <TextField label={m.profile.repeat} name="repeated" type="password" autoComplete="new-password" required />
        )}
      </Form>
    </>
  );
}
