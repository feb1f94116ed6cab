import { type CSSProperties, useEffect, useState } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import type { CalendarView } from "./calendar-view.ts";
import { type Day, dayText, minutesAt } from "./days.ts";
import { EventButton } from "./event-button.tsx";
import { type PlacedEvent, placed } from "./events.ts";
import { OftenRows } from "./often-rows.tsx";
import { SilentLink } from "./silent-link.tsx";
import { besideEachOther, type PlacedSilence } from "./silent-times.ts";

const hours = Array.from({ length: 12 }, (_, at) => at * 2);
const minutesPerDay = 24 * 60;
/** What the height of an event is in time; see `.event` in the styles. */
const eventMinutes = 50;

/** Seven days beside each other, runs where their time is. */
export function WeekView(view: CalendarView) {
  const locale = useLocale();
  const { days, today } = view;
  return (
    <div className="calendar-week">
      <div className="week-heads">
        <span />
        {days.map((day) => (
          <span key={day} data-today={day === today || undefined}>
            {dayText(day, locale, { weekday: "short" })} <strong>{dayText(day, locale, { day: "numeric" })}</strong>
          </span>
        ))}
      </div>
      <OftenRows {...view} />
      <div className="week-days">
        <div className="week-hours" aria-hidden="true">
          {hours.slice(1).map((hour) => (
            <span key={hour} style={atMinutes(hour * 60)}>
              {String(hour).padStart(2, "0")}:00
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn key={day} day={day} view={view} />
        ))}
      </div>
    </div>
  );
}

const atMinutes = (minutes: number): CSSProperties => ({ top: `${(minutes / minutesPerDay) * 100}%` });

function DayColumn({ day, view }: { readonly day: Day; readonly view: CalendarView }) {
  const locale = useLocale();
  const { content, silent, nameOf, chosen, onChoose, today } = view;
  const events = content.events.get(day) ?? [];
  return (
    <section
      className="week-day"
      data-today={day === today || undefined}
      aria-label={dayText(day, locale, { weekday: "long", day: "numeric", month: "long" })}
    >
      {besideEachOther(silent.get(day)).map((one) => (
        <SilentLink key={`${one.time.id} ${one.time.startTs}`} time={one.time} style={bandOf(one)} />
      ))}
      {placed(events, eventMinutes).map((one) => (
        <EventButton
          key={`${one.event.scheduleId} ${one.event.time}`}
          event={one.event}
          name={nameOf(one.event.scheduleId)}
          isChosen={one.event.scheduleId === chosen}
          isShared={one.lanes > 1}
          style={placeOf(one)}
          onChoose={() => onChoose(one.event.scheduleId)}
        />
      ))}
      {day === today && <NowLine />}
    </section>
  );
}

/** What runs just before midnight stays inside of its day. */
const placeOf = ({ event, lane, lanes }: PlacedEvent): CSSProperties => ({
  ...atMinutes(Math.min(event.minutes, minutesPerDay - eventMinutes)),
  left: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
});

const bandOf = ({ time: { from, to }, lane, lanes }: PlacedSilence): CSSProperties => ({
  ...atMinutes(from),
  height: `${((to - from) / minutesPerDay) * 100}%`,
  left: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
});

const tickMs = 30_000;

function NowLine() {
  const m = useMessages();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="week-now" style={atMinutes(minutesAt(now))}>
      <span className="off-screen">{m.schedules.now}</span>
    </span>
  );
}
