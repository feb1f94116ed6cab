import type { InboxRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { readAllMessages, readMessage, removeMessage, unreadCount } from "../../api/inbox.ts";

interface MessageActs {
  /** It was looked at; one that was before stays as it is. */
  readonly read: (message: InboxRecord) => Promise<void>;
  readonly readAll: () => Promise<void>;
  readonly remove: (message: InboxRecord) => Promise<void>;
}

/** Each answers with how many are unread now: the bell shows it at once. */
export function useMessageActs(): MessageActs {
  const client = useQueryClient();
  const done = async ({ unread }: { readonly unread: number }) => {
    client.setQueryData(unreadCount.queryKey, unread);
    await client.invalidateQueries({ queryKey: ["inbox"] });
  };
  return {
    read: async (message) => {
      if (!message.read) await done(await readMessage(message.id.id));
    },
    readAll: async () => done(await readAllMessages()),
    remove: async (message) => done(await removeMessage(message.id.id)),
  };
}
