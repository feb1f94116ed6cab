import { countText } from "../format/number.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";

interface ShowMoreProps {
  readonly shown: number;
  readonly total: number;
  readonly onMore: () => void;
}

/** At the end of a list that goes on. */
export function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const m = useMessages();
  const locale = useLocale();
  if (shown >= total) return null;
  return (
    <div className="card-body row">
      <button type="button" className="button" onClick={onMore}>
        {m.common.more}
      </button>
      <small>{m.common.showing(countText(shown, locale), countText(total, locale))}</small>
    </div>
  );
}
