import { useLocale, useMessages } from "../i18n/messages.tsx";
import { LiveMark } from "../time-range/live-mark.tsx";
import type { ShownTime } from "../time-range/shown-time.ts";
import { rangeText, timeWords } from "../time-range/time-words.ts";
import { Icon } from "../ui/icon.tsx";

interface SharedTimeProps {
  readonly shown: ShownTime;
  /** Out of a part that was looked at closely; undefined where the whole is shown. */
  readonly onBack: (() => void) | undefined;
}

/** A time that cannot be chosen, in words. */
export function SharedTime({ shown, onBack }: SharedTimeProps) {
  const m = useMessages();
  const locale = useLocale();
  const words = timeWords(shown.expression, m.timeRange, locale);
  return (
    <div className="shared-time">
      <Icon name="history" />
      <strong>{words ?? rangeText(shown.from, shown.to, locale)}</strong>
      {shown.isLive && <LiveMark />}
      {onBack && (
        <button type="button" className="button" onClick={onBack}>
          <Icon name="zoomOut" /> {m.shared.wholeTime}
        </button>
      )}
    </div>
  );
}
