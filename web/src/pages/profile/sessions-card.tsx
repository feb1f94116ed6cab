import type { SessionRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession, ownSessions } from "../../api/administration.ts";
import { programName } from "../../format/program-name.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { Ago, Time } from "../../ui/time.tsx";
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
    onSuccess: (_, id) => toast(id === undefined ? m.profile.othersEnded : m.profile.sessionEnded),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions.queryKey }),
  });
  const inOrder = sessions.toSorted(ownThenLastUsed);
  return (
    <div className="card-body stack">
      <ul className="stack plain-list">
        {inOrder.map((one) => (
          <SessionRow key={one.id.id} one={one} isBusy={end.isPending} onEnd={() => end.mutate(one.id.id)} />
        ))}
      </ul>
      <ErrorNote error={end.error} />
      {sessions.length > 1 && (
        <div className="dialog-actions">
          <button type="button" className="button" disabled={end.isPending} onClick={() => end.mutate(undefined)}>
            {m.profile.endOthers}
          </button>
        </div>
      )}
    </div>
  );
}

const ownThenLastUsed = (one: SessionRecord, other: SessionRecord): number =>
  Number(other.isCurrent) - Number(one.isCurrent) || other.lastUsedTime - one.lastUsedTime;

interface SessionRowProps {
  readonly one: SessionRecord;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ one, isBusy, onEnd }: SessionRowProps) {
  const m = useMessages();
  const program = one.userAgent === null ? m.profile.unknownProgram : programName(one.userAgent);
  const place = [one.tenantName ?? m.login.system, one.address].filter(Boolean).join(" · ");
  return (
    <li className="session-row">
      <div className="break">
        <strong title={one.userAgent ?? undefined}>{program}</strong>{" "}
        {one.isCurrent && <span className="badge">{m.profile.thisSession}</span>}
        <br />
        <small>
          {place} · {m.users.since} <Time ms={one.createdTime} />
          {!one.isCurrent && (
            <>
              {" · "}
              {m.profile.lastUsed} <Ago ms={one.lastUsedTime} />
            </>
          )}
        </small>
      </div>
      {!one.isCurrent && (
        <button
          type="button"
          className="button small"
          aria-label={`${m.profile.endSession}: ${program}, ${place}`}
          disabled={isBusy}
          onClick={onEnd}
        >
          {m.profile.endSession}
        </button>
      )}
    </li>
  );
}
