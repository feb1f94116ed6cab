import { type AlarmSeverity, alarmSeverities, type InboxRecord } from "@heliograph/contract";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { InboxWish } from "../../api/inbox.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Segments } from "../../ui/segments.tsx";

interface InboxFilter {
  readonly wish: InboxWish;
  readonly limit: number;
  readonly more: () => void;
  /** By more than the server is asked for: the whole inbox is read then, which is bounded. */
  readonly isFiltered: boolean;
  readonly fits: (message: InboxRecord) => boolean;
  readonly controls: ReactNode;
}

const everything = -1;

export function useInboxFilter(step: number): InboxFilter {
  const m = useMessages();
  const [isUnread, setUnread] = useState(false);
  const [severity, setSeverity] = useState<AlarmSeverity>();
  const [text, setText] = useState("");
  const [shown, setShown] = useState(step);
  const wanted = useDeferredValue(text.trim().toLowerCase());
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
  return {
    ...{ wish: { isUnread }, limit: isFiltered ? everything : shown, isFiltered, controls },
    more: () => setShown(shown + step),
    fits: (message) =>
      (severity === undefined || message.severity === severity) &&
      `${message.subject}\n${message.text}\n${message.policyName}`.toLowerCase().includes(wanted),
  };
}
