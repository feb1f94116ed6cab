import type { InboxRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { SaidMark } from "../../ui/said-mark.tsx";
import { Ago } from "../../ui/time.tsx";
import { useSaid } from "./use-said.ts";

/** A message in a list: how bad, what, when, and whether it is new. */
export function MessageLine({ message }: { readonly message: InboxRecord }) {
  const m = useMessages();
  const { subject } = useSaid(message);
  return (
    <>
      <SaidMark of={message} />
      <span className="message-words" data-unread={message.read ? undefined : ""}>
        <span className="break">{subject}</span>
        <small className="soft">
          {m.inbox.occasions[message.occasion]} · <Ago ms={message.createdTime} />
        </small>
      </span>
      {!message.read && <span className="unread-dot" role="img" aria-label={m.inbox.isUnread} />}
    </>
  );
}
