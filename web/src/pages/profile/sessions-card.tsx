import type { SessionRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession, ownSessions } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";

/** Where one is logged in; a session one does not know is ended here [AUTH8]. */
export function SessionsCard() {
  const m = useMessages();
  return (
    <LoadedCard title={m.profile.sessions} text={m.profile.sessionsText} query={useQuery(ownSessions)}>
      {(sessions) => <SessionList sessions={sessions} />}
    </LoadedCard>
  );
}

function SessionList({ sessions }: { readonly sessions: readonly SessionRecord[] }) {
  const m = useMessages();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? endOtherSessions() : endSession(id)),
    onSuccess: () => toast(m.profile.sessionEnded),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions.queryKey }),
  });
  return (
    <div className="card-body stack">
      <ul className="stack plain-list">
        {sessions.map((one) => (
          <li key={one.id.id} className="session-row">
            <div className="break">
              <strong>{one.tenantName ?? m.login.system}</strong>{" "}
              {one.isCurrent && <span className="badge">{m.profile.thisSession}</span>}
              <br />
              <small>
                {one.userAgent ?? m.profile.unknownProgram} · {one.address} · <Time ms={one.createdTime} />
              </small>
            </div>
            {!one.isCurrent && (
              <button
                type="button"
                className="button small"
                disabled={end.isPending}
                onClick={() => end.mutate(one.id.id)}
              >
                {m.profile.endSession}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ErrorNote error={end.error} />
      {sessions.length > 1 && (
        <button type="button" className="button" disabled={end.isPending} onClick={() => end.mutate(undefined)}>
          {m.profile.endOthers}
        </button>
      )}
    </div>
  );
}
