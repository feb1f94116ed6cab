import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Messages in one answer. */
export const messagesShown = 50;

export interface InboxWish {
  readonly isUnread: boolean;
}

export const inboxPage = ({ isUnread }: InboxWish, limit: number) =>
  queryOptions({
    queryKey: ["inbox", "list", isUnread, limit],
    queryFn: ({ signal }) => api.inbox.inbox({ page: 0, limit, ...(isUnread && { unread: true }) }, { signal }),
    placeholderData: keepPreviousData,
  });

/** How many were not read; also told live. */
export const unreadCount = queryOptions({
  queryKey: ["inbox-unread"],
  queryFn: async ({ signal }) => (await api.inbox.unread({ signal })).unread,
});

export const readMessage = (notificationId: string) => api.inbox.read({ notificationId });
export const readAllMessages = () => api.inbox.readAll();
export const removeMessage = (notificationId: string) => api.inbox.remove({ notificationId });
