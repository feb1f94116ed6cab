import type { AlarmSeverity } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Messages in one answer. */
export const messagesShown = 50;

export interface InboxWish {
  readonly isUnread: boolean;
  readonly severity?: AlarmSeverity | undefined;
  readonly text?: string;
}

export const inboxPage = (wish: InboxWish, page: number, limit: number) =>
  queryOptions({
    queryKey: ["inbox", "list", wish, page, limit],
    queryFn: ({ signal }) => api.inbox.inbox({ ...askedBy(wish), page, limit }, { signal }),
    placeholderData: keepPreviousData,
  });

const askedBy = ({ isUnread, severity, text }: InboxWish) => ({
  ...(isUnread && { unread: true }),
  ...(severity && { severity }),
  ...(text && { textSearch: text }),
});

/** How many were not read; also told live. */
export const unreadCount = queryOptions({
  queryKey: ["inbox-unread"],
  queryFn: async ({ signal }) => (await api.inbox.unread({ signal })).unread,
});

export const readMessage = (notificationId: string) => api.inbox.read({ notificationId });
export const readAllMessages = () => api.inbox.readAll();
export const removeMessage = (notificationId: string) => api.inbox.remove({ notificationId });
