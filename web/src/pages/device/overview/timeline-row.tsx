import type { AuditAction, CommandRecord, CommandStatus, TimelineEvent } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { summaryText } from "../../../format/summary-text.ts";
import { clockText, dateTimeText, utcText } from "../../../format/time.ts";
import type { Messages } from "../../../i18n/en/index.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { baseName } from "../files/file-key.ts";

interface TimelineRowProps {
  readonly deviceId: string;
  readonly event: TimelineEvent;
}

/** One thing that happened: when, what kind of thing, and what in words; it leads to the list it is from. */
export function TimelineRow({ deviceId, event }: TimelineRowProps) {
  const m = useMessages();
  const locale = useLocale();
  const { what, about, icon } = told(event, m);
  return (
    <li className="happened-row" data-failed={event.failed || undefined}>
      <time
        dateTime={new Date(event.time).toISOString()}
        title={`${dateTimeText(event.time, locale)}\n${utcText(event.time)}`}
      >
        {clockText(event.time, locale)}
      </time>
      {event.severity ? <SeverityMark severity={event.severity} /> : <Icon name={icon} size={16} />}
      <span className="break">
        <Link to={places[event.kind]} params={{ deviceId }}>
          {what}
        </Link>{" "}
        {about}
        {event.detail !== null && event.kind !== "FILE" && <small className="soft"> · {event.detail}</small>}
        {event.by !== null && <small className="soft"> · {m.overview.by(event.by)}</small>}
      </span>
    </li>
  );
}

const places = {
  CONTACT: "/devices/$deviceId/communication",
  FILE: "/devices/$deviceId/files",
  ALARM: "/devices/$deviceId/alarms",
  COMMAND: "/devices/$deviceId/commands",
  CHANGE: "/devices/$deviceId/history",
} as const;

interface Told {
  readonly what: string;
  readonly about: ReactNode;
  readonly icon: IconName;
}

/** A command's text begins with its type. */
function commandTold({ what, text }: TimelineEvent, m: Messages): Told {
  const [type = "", ...rest] = text.split(" ");
  const name = m.commands.types[type as CommandRecord["type"]] ?? type;
  const status = m.commands.status[what as CommandStatus] ?? what;
  return { what: name, about: `${rest.join(" ")} – ${status}`, icon: "send" };
}

function told(event: TimelineEvent, m: Messages): Told {
  switch (event.kind) {
    case "CONTACT":
      return {
        what: summaryText(event.text, m.communication.summaries) || event.what,
        about: "",
        icon: event.failed ? "alert" : "devices",
      };
    case "FILE":
      return { what: m.overview.fileReceived, about: <code>{baseName(event.text)}</code>, icon: "file" };
    case "ALARM":
      return { what: event.text, about: m.overview.alarmEvents[event.what] ?? event.what, icon: "alert" };
    case "COMMAND":
      return commandTold(event, m);
    case "CHANGE":
      return { what: m.audit.actions[event.what as AuditAction] ?? event.what, about: "", icon: "audit" };
  }
}
