import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { timeText } from "./days.ts";
import type { SilentTime } from "./silent-times.ts";

interface SilentLinkProps {
  readonly time: SilentTime;
  readonly style?: CSSProperties;
}

/** Behind the runs: when nobody is told, and the way to what says so. */
export function SilentLink({ time: { kind, id, name, startTs, endTs }, style }: SilentLinkProps) {
  const m = useMessages();
  const locale = useLocale();
  const what = m.schedules.silent[kind];
  const text = `${what}: ${name}, ${timeText(startTs, locale)} – ${timeText(endTs, locale)}`;
  const shared = { className: `silent silent-${kind.toLowerCase()}`, title: text, "aria-label": text, style };
  const content = (
    <>
      <Icon name={kind === "QUIET" ? "bell" : "maintenance"} size={12} /> <span>{name}</span>
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
