import { ApiError } from "@heliograph/client";
import type { InvitationView } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { invitationBehind } from "../../api/invitations.ts";
import { session } from "../../app.ts";
import { type Messages, useMessages } from "../../i18n/messages.tsx";
import { useStore } from "../../state/store.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useHash } from "../../ui/use-hash.ts";
import { AcceptAsCurrentUser } from "./accept-as-current-user.tsx";
import { AcceptanceForm } from "./acceptance-form.tsx";

/** Where a link leads that somebody was handed [AUTH7]; the token stands behind the # and never leaves in a URL. */
export function InvitationPage() {
  const m = useMessages();
  const token = useHash();
  const { kind } = useStore(session.state);
  return (
    <main className="login">
      <div className="login-card">
        <div className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Heliograph</span>
        </div>
        <div className="form">
          {kind === "resuming" ? <Skeleton /> : token === "" ? <DeadLink /> : <Invitation key={token} token={token} />}
          <a href="/">{kind === "signed-in" ? m.errors.toStart : m.invitations.toLogin}</a>
        </div>
      </div>
    </main>
  );
}

function Invitation({ token }: { readonly token: string }) {
  const { data, error, refetch } = useQuery(invitationBehind(token));
  if (error instanceof ApiError && error.status === 409) return <DeadLink isUsed />;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <DeadLink />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Acceptance token={token} invitation={data} onRefused={() => void refetch()} /> : <Skeleton />;
}

function DeadLink({ isUsed = false }: { readonly isUsed?: boolean }) {
  const m = useMessages();
  return (
    <div className="form" role="alert">
      <h1>{isUsed ? m.invitations.usedTitle : m.invitations.deadTitle}</h1>
      <p>{isUsed ? m.invitations.used : m.invitations.unknown}</p>
    </div>
  );
}

/** A role of the tenant's own is called as it is; a built-in one in the language of the reader. */
function accessText({ role, projectName }: InvitationView["access"][number], { roles }: Messages): string {
  const names: Readonly<Record<string, string>> = roles.names;
  return [names[role] ?? role, projectName].filter((text) => text !== null).join(" · ");
}

interface AcceptanceProps {
  readonly token: string;
  readonly invitation: InvitationView;
  /** The link may have been used or withdrawn since it was opened. */
  readonly onRefused: () => void;
}

function Acceptance({ token, invitation, onRefused }: AcceptanceProps) {
  const m = useMessages();
  const state = useStore(session.state);
  const here = state.kind === "signed-in" ? state.user.username : undefined;
  const isInvited = here?.toLowerCase() === invitation.username.toLowerCase();
  return (
    <>
      <h1>{m.invitations.acceptTitle(invitation.tenantName)}</h1>
      <p>
        {m.invitations.acceptText(invitation.access.map((one) => accessText(one, m)).join(", "))}
        <br />
        <small>
          {m.invitations.until} <Time ms={invitation.expiresTime} />
        </small>
      </p>
      {isInvited ? (
        <AcceptAsCurrentUser token={token} username={invitation.username} onRefused={onRefused} />
      ) : (
        <>
          {here !== undefined && <p className="note note-warn break">{m.invitations.asAnother(here)}</p>}
          <AcceptanceForm token={token} username={invitation.username} onRefused={onRefused} />
        </>
      )}
    </>
  );
}
