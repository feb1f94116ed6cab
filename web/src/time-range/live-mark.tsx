import { clockText } from "../format/time.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { lostSince } from "../live/lost-since.ts";
import { useStore } from "../state/store.ts";

/** That what is shown goes on with the clock; or since when it does not, because the server does not answer. */
export function LiveMark() {
  const m = useMessages();
  const locale = useLocale();
  const since = useStore(lostSince);
  if (since === undefined) return <span className="time-range-live">{m.timeRange.live}</span>;
  return (
    <span className="time-range-lost" role="status">
      {m.dashboards.lostSince(clockText(since, locale))}
    </span>
  );
}
