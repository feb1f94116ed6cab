import type { InboxRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { SeverityMark } from "../../ui/severity.tsx";
import { Ago } from "../../ui/time.tsx";

/** A message in a list: how bad, what, when, and whether it is new. */
export function MessageLine({ message }: { readonly message: InboxRecord }) {
  const m = useMessages();
  return (
    <>
      <SeverityMark severity={message.severity} />
      <span className="message-words" data-unread={message.read ? undefined : ""}>
        <span className="break">{message.subject}</span>
        <small className="soft">
          {m.inbox.occasions[message.occasion]} · <Ago ms={message.createdTime} />
        </small>
      </span>
      {!message.read && <span className="unread-dot" role="img" aria-label={m.inbox.isUnread} />}
    </>
  );
}
