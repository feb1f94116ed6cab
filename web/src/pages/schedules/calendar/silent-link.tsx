import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { timeText } from "./days.ts";
import type { SilentTime } from "./silent-times.ts";

interface SilentLinkProps {
  readonly time: SilentTime;
  /** Where its place does not say when it is. */
  readonly hasTime?: boolean;
  readonly style?: CSSProperties;
}

/** Behind the runs: when nobody is told, and the way to what says so. */
export function SilentLink({ time: { kind, id, name, startTs, endTs }, hasTime = false, style }: SilentLinkProps) {
  const m = useMessages();
  const locale = useLocale();
  const what = m.schedules.silent[kind];
  const when = `${timeText(startTs, locale)} – ${timeText(endTs, locale)}`;
  const text = `${what}: ${name}, ${when}`;
  const shared = { className: `silent silent-${kind.toLowerCase()}`, title: text, "aria-label": text, style };
  const content = (
    <>
      <Icon name={kind === "QUIET" ? "bell" : "maintenance"} size={12} />{" "}
      <span>{hasTime ? `${when} ${name}` : name}</span>
    </>
  );
  if (kind === "QUIET")
    return (
      <Link to="/notifications/policies/$policyId" params={{ policyId: id }} {...shared}>
        {content}
      </Link>
    );
  return (
    <Link to="/maintenance" {...shared}>
      {content}
    </Link>
  );
}
