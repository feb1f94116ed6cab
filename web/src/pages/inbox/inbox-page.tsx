import type { InboxRecord } from "@heliograph/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { inboxPage, messagesShown } from "../../api/inbox.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { NotificationTabs } from "../notifications/notification-tabs.tsx";
import { TestButton } from "../notifications/test-dialog.tsx";
import { useInboxFilter } from "./inbox-filter.tsx";
import { MessageDetail } from "./message-detail.tsx";
import { MessageLine } from "./message-line.tsx";
import { useMessageActs } from "./use-message-acts.ts";

const route = getRouteApi("/notifications/inbox");

/** What one was told, whatever it was that told it [NTF1]. */
export function InboxPage() {
  const m = useMessages();
  const mayEdit = useMay()(pageNeeds.notifications);
  const { message: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const { wish, isFiltered, controls } = useInboxFilter();
  const [place, setPlace] = useState({ of: "", page: 0 });
  const wishText = JSON.stringify(wish);
  const page = place.of === wishText ? place.page : 0; // other messages begin with the first page
  const { data, error, refetch } = useQuery(inboxPage(wish, page, messagesShown));
  const { read, readAll } = useMessageActs();
  const reading = useMutation({ mutationFn: read });
  const all = useMutation({ mutationFn: readAll });
  const messages = data?.data ?? [];
  const current = data?.data.find(({ id }) => id.id === openId);
  const open = (message: InboxRecord | undefined) => {
    if (message) reading.mutate(message);
    void navigate({ search: message ? { message: message.id.id } : {}, replace: true });
  };
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.inbox.title}</h1>
          <p className="soft">{m.inbox.text}</p>
        </div>
        <div className="row">
          {mayEdit && <TestButton />}
          <button type="button" className="button" disabled={all.isPending} onClick={() => all.mutate()}>
            <Icon name="check" /> {m.inbox.readAll}
          </button>
        </div>
      </div>
      {mayEdit && <NotificationTabs />}
      <ErrorNote error={all.error ?? reading.error} />
      <div className="alarm-layout" data-detail={current ? "" : undefined}>
        <section className="card" aria-label={m.inbox.messages}>
          <div className="card-head">{controls}</div>
          {!data ? (
            error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <div className="card-body">
                <Skeleton />
              </div>
            )
          ) : messages.length === 0 ? (
            <Nothing isFiltered={isFiltered} isUnread={wish.isUnread} mayEdit={mayEdit} />
          ) : (
            <MessageList messages={messages} current={openId} onOpen={open} />
          )}
          {data && data.totalPages > 1 && (
            <div className="alarm-keys row between">
              <span>{`${page + 1} / ${data.totalPages}`}</span>
              <Pager
                page={page}
                last={data.totalPages - 1}
                names={m.notifications}
                onPage={(next) => setPlace({ of: wishText, page: next })}
              />
            </div>
          )}
        </section>
        {current && <MessageDetail key={current.id.id} message={current} onClose={() => open(undefined)} />}
      </div>
    </div>
  );
}

interface MessageListProps {
  readonly messages: readonly InboxRecord[];
  readonly current: string | undefined;
  readonly onOpen: (message: InboxRecord | undefined) => void;
}

const MessageList = ({ messages, current, onOpen }: MessageListProps) => (
  <ul className="message-list">
    {messages.map((message) => (
      <li key={message.id.id} data-current={message.id.id === current || undefined}>
        <button
          type="button"
          aria-expanded={message.id.id === current}
          onClick={() => onOpen(message.id.id === current ? undefined : message)}
        >
          <MessageLine message={message} />
        </button>
      </li>
    ))}
  </ul>
);

interface NothingProps {
  readonly isFiltered: boolean;
  readonly isUnread: boolean;
  readonly mayEdit: boolean;
}

/** Why nothing is there, and what comes next. */
function Nothing({ isFiltered, isUnread, mayEdit }: NothingProps) {
  const m = useMessages();
  if (isFiltered) return <EmptyState icon="search" title={m.inbox.noneTitle} text={m.inbox.noneText} />;
  if (isUnread) return <EmptyState icon="check" title={m.inbox.caughtUp} text={m.inbox.noneText} />;
  const text = mayEdit ? `${m.inbox.emptyText} ${m.inbox.emptyEditor}` : m.inbox.emptyText;
  return (
    <EmptyState icon="inbox" title={m.inbox.emptyTitle} text={text}>
      {mayEdit && (
        <Link to="/notifications" className="button primary">
          {m.inbox.toPolicies}
        </Link>
      )}
    </EmptyState>
  );
}
