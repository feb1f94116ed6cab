import { useMemo } from "react";
import { dayTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { SeverityMark } from "../../ui/severity.tsx";
import type { PageAnswer } from "../page-answer.ts";
import { wallAlarms } from "./wall-alarms.ts";

/** The worst alarm of the page, on top and legible across a room. */
export function WallBanner({ answer }: { readonly answer: PageAnswer }) {
  const m = useMessages();
  const locale = useLocale();
  const alarms = useMemo(() => wallAlarms(answer), [answer]);
  if (!alarms) return null;
  const { worst, counts } = alarms;
  return (
    <div className={`wall-banner severity-edge-${worst.severity.toLowerCase()}`} role="status">
      <SeverityMark severity={worst.severity} size={36} />
      <div className="wall-banner-words">
        <strong className="cut">
          {worst.originatorDisplayName} · {worst.type}
        </strong>
        <span>
          {m.wall.since(dayTimeText(worst.startTs, locale))}
          {!worst.acknowledged && ` · ${m.wall.notAcknowledged}`}
        </span>
      </div>
      <div className="wall-counts">
        {counts.map(([severity, count]) => (
          <span key={severity}>
            <SeverityMark severity={severity} size={22} /> {count}
          </span>
        ))}
      </div>
    </div>
  );
}
