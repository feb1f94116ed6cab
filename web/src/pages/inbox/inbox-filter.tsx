import { type AlarmSeverity, alarmSeverities } from "@heliograph/contract";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { InboxWish } from "../../api/inbox.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Segments } from "../../ui/segments.tsx";

interface InboxFilter {
  readonly wish: InboxWish;
  /** By more than whether it was read. */
  readonly isFiltered: boolean;
  readonly controls: ReactNode;
}

export function useInboxFilter(): InboxFilter {
  const m = useMessages();
  const [isUnread, setUnread] = useState(false);
  const [severity, setSeverity] = useState<AlarmSeverity>();
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const isFiltered = wanted !== "" || severity !== undefined;
  const controls = (
    <div className="row alarm-filter">
      <Segments
        label={m.inbox.show}
        options={[
          ["all", m.inbox.all],
          ["unread", m.inbox.unread],
        ]}
        value={isUnread ? "unread" : "all"}
        onChange={(one) => setUnread(one === "unread")}
      />
      <input
        type="search"
        aria-label={m.inbox.search}
        placeholder={m.inbox.search}
        maxLength={255}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <select
        aria-label={m.alarms.severity}
        value={severity ?? ""}
        onChange={({ target }) => setSeverity(alarmSeverities.find((one) => one === target.value))}
      >
        <option value="">{m.inbox.anySeverity}</option>
        {alarmSeverities.map((one) => (
          <option key={one} value={one}>
            {m.alarms.severities[one]}
          </option>
        ))}
      </select>
    </div>
  );
  return { wish: { isUnread, severity, text: wanted }, isFiltered, controls };
}
