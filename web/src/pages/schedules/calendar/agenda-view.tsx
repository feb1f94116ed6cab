import { useLocale } from "../../../i18n/messages.tsx";
import type { CalendarView } from "./calendar-view.ts";
import { dayText } from "./days.ts";
import { EventButton } from "./event-button.tsx";
import { OftenRows } from "./often-rows.tsx";
import { SilentLink } from "./silent-link.tsx";
import { eachOnce } from "./silent-times.ts";

/** Where seven days have no room beside each other: one below the other, those on which something runs. */
export function AgendaView(view: CalendarView) {
  const locale = useLocale();
  const { days, content, silent, today, nameOf, chosen, onChoose } = view;
  return (
    <div className="agenda">
      <OftenRows {...view} />
      {days
        .filter((day) => content.events.has(day) || silent.has(day) || day === today)
        .map((day) => (
          <section key={day} data-today={day === today || undefined}>
            <h2>{dayText(day, locale, { weekday: "long", day: "numeric", month: "long" })}</h2>
            {eachOnce(silent.get(day)).map((time) => (
              <SilentLink key={`${time.kind} ${time.id}`} time={time} hasTime />
            ))}
            {(content.events.get(day) ?? []).map((event) => (
              <EventButton
                key={`${event.scheduleId} ${event.time}`}
                event={event}
                name={nameOf(event.scheduleId)}
                isChosen={event.scheduleId === chosen}
                onChoose={() => onChoose(event.scheduleId)}
              />
            ))}
          </section>
        ))}
    </div>
  );
}
