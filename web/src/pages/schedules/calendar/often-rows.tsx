import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { CalendarView } from "./calendar-view.ts";
import type { OftenRun } from "./events.ts";

/** Schedules that run too often to be drawn run by run. */
export function OftenRows({ content, nameOf, chosen, onChoose }: CalendarView) {
  const m = useMessages();
  const locale = useLocale();
  if (content.often.length === 0) return null;
  const planned = ({ planned: count, more }: OftenRun): string => {
    if (count === 0) return "";
    return more ? m.schedules.moreThan(countText(count, locale)) : countText(count, locale);
  };
  return (
    <div className="often-rows">
      <small>{m.schedules.often}</small>
      <ul>
        {content.often.map((one) => (
          <li key={one.scheduleId}>
            <button
              type="button"
              className="event"
              aria-pressed={one.scheduleId === chosen}
              onClick={() => onChoose(one.scheduleId)}
            >
              <Icon name="refresh" size={13} />
              <strong>{nameOf(one.scheduleId)}</strong>
              <span className="event-rest">{m.schedules.oftenText(one.done, planned(one), one.failed)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
