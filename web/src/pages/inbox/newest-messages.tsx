import type { InboxRecord } from "@heliograph/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { inboxPage } from "../../api/inbox.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ErrorNote, Skeleton } from "../../ui/states.tsx";
import { MessageLine } from "./message-line.tsx";
import { useMessageActs } from "./use-message-acts.ts";

/** So many are behind the bell; the inbox has all of them. */
const newestShown = 6;

/** What is behind the bell: the newest messages, each a way to what it is about. */
export function NewestMessages() {
  const m = useMessages();
  const { data, error } = useQuery(inboxPage({ isUnread: false }, 0, newestShown));
  const { read, readAll } = useMessageActs();
  const all = useMutation({ mutationFn: readAll });
  const one = useMutation({ mutationFn: read });
  return (
    <div className="bell-panel">
      <div className="row between menu-group">
        <strong>{m.inbox.title}</strong>
        {data?.data.some((message) => !message.read) && (
          <button type="button" className="button ghost small" disabled={all.isPending} onClick={() => all.mutate()}>
            {m.inbox.readAll}
          </button>
        )}
      </div>
      <ErrorNote error={error ?? all.error ?? one.error} />
      {!data && !error && <Skeleton lines={3} />}
      {data?.data.length === 0 && <p className="soft bell-nothing">{m.inbox.emptyText}</p>}
      <ul className="bell-list">
        {data?.data.map((message) => (
          <li key={message.id.id}>
            <WayTo message={message} onOpen={() => one.mutate(message)} />
          </li>
        ))}
      </ul>
      <Link to="/notifications/inbox" className="menu-item bell-all" data-closes>
        {m.inbox.all}
      </Link>
    </div>
  );
}

/** To the alarm where it is about one, else to the message itself. */
function WayTo({ message, onOpen }: { readonly message: InboxRecord; readonly onOpen: () => void }) {
  const shared = { className: "bell-message", "data-closes": true, onClick: onOpen } as const;
  if (message.alarmId && message.count === 1)
    return (
      <Link to="/alarms" search={{ alarm: message.alarmId.id }} {...shared}>
        <MessageLine message={message} />
      </Link>
    );
  return (
    <Link to="/notifications/inbox" search={{ message: message.id.id }} {...shared}>
      <MessageLine message={message} />
    </Link>
  );
}
