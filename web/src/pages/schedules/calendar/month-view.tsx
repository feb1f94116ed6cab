import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import type { CalendarView } from "./calendar-view.ts";
import { type Day, dayText } from "./days.ts";
import { EventButton } from "./event-button.tsx";
import { OftenRows } from "./often-rows.tsx";
import { SilentLink } from "./silent-link.tsx";
import { eachOnce } from "./silent-times.ts";

interface MonthViewProps extends CalendarView {
  /** The month; days beside it belong to others. */
  readonly month: string;
  readonly onDay: (day: Day) => void;
}

/** So many of a day are shown; the week has the others. */
const shownPerDay = 4;

export function MonthView(view: MonthViewProps) {
  const locale = useLocale();
  const { days } = view;
  return (
    <div className="calendar-month">
      <div className="month-heads" aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <span key={day}>{dayText(day, locale, { weekday: "short" })}</span>
        ))}
      </div>
      <OftenRows {...view} />
      <div className="month-days">
        {days.map((day) => (
          <DayCell key={day} day={day} view={view} />
        ))}
      </div>
    </div>
  );
}

function DayCell({ day, view }: { readonly day: Day; readonly view: MonthViewProps }) {
  const m = useMessages();
  const locale = useLocale();
  const { content, silent, nameOf, chosen, onChoose, onDay, today, month } = view;
  const events = content.events.get(day) ?? [];
  const isWhole = events.length <= shownPerDay;
  const shown = isWhole ? events : events.slice(0, shownPerDay - 1);
  const name = dayText(day, locale, { weekday: "long", day: "numeric", month: "long" });
  return (
    <section
      className="month-day"
      aria-label={name}
      data-today={day === today || undefined}
      data-beside={!day.startsWith(month) || undefined}
    >
      <button type="button" className="month-number" aria-label={name} onClick={() => onDay(day)}>
        {dayText(day, locale, { day: "numeric" })}
      </button>
      {eachOnce(silent.get(day)).map(
        (time) => time.kind === "MAINTENANCE" && <SilentLink key={time.id} time={time} />, // each night is quiet: weeks show that
      )}
      {shown.map((event) => (
        <EventButton
          key={`${event.scheduleId} ${event.time}`}
          event={event}
          name={nameOf(event.scheduleId)}
          isChosen={event.scheduleId === chosen}
          onChoose={() => onChoose(event.scheduleId)}
        />
      ))}
      {!isWhole && (
        <button type="button" className="month-more" onClick={() => onDay(day)}>
          {m.schedules.moreOnDay(events.length - shown.length)}
        </button>
      )}
    </section>
  );
}
