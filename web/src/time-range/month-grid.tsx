import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import { dayByKey, monthsLater, utcMsOf, weeksAround } from "./month-days.ts";

interface MonthGridProps {
  readonly today: string;
  /** The first and the last day of what is chosen. */
  readonly ends: readonly [first: string, last: string];
  readonly onPick: (day: string) => void;
}

/** A day has no zone here: it is written as it was read. */
const textOf = (day: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(utcMsOf(day));

/** A month to choose days from; one of them is reached by Tab, the others from there by arrows, Home, End and the page keys. */
export function MonthGrid({ today, ends, onPick }: MonthGridProps) {
  const m = useMessages();
  const locale = useLocale();
  const table = useRef<HTMLTableElement>(null);
  const [day, setDay] = useState(ends[1]);
  const weeks = weeksAround(day);
  const month = textOf(day, locale, { month: "long", year: "numeric" });
  const goTo = (next: string) => {
    flushSync(() => setDay(next)); // whoever types quickly presses Enter on the day before otherwise
    table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };
  return (
    <div className="month-grid">
      <div className="row between">
        <MonthButton icon="left" label={m.timeRange.earlierMonth} onPress={() => setDay(monthsLater(day, -1))} />
        <strong aria-live="polite">{month}</strong>
        <MonthButton icon="right" label={m.timeRange.laterMonth} onPress={() => setDay(monthsLater(day, 1))} />
      </div>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its keys make it a grid, its rows and cells are those of a table
        role="grid"
        aria-label={m.timeRange.calendar}
        aria-multiselectable="true"
        onKeyDown={(event) => {
          const next = dayByKey(day, event.key, event.shiftKey);
          if (next === undefined) return;
          event.preventDefault();
          goTo(next);
        }}
      >
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" abbr={textOf(one, locale, { weekday: "long" })}>
                {textOf(one, locale, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
                <td key={one} aria-selected={one >= ends[0] && one <= ends[1]}>
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    aria-label={textOf(one, locale, { dateStyle: "full" })}
                    aria-current={one === today ? "date" : undefined}
                    data-other={one.slice(0, 7) === day.slice(0, 7) ? undefined : true}
                    onClick={() => {
                      setDay(one);
                      onPick(one);
                    }}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthButtonProps {
  readonly icon: "left" | "right";
  readonly label: string;
  readonly onPress: () => void;
}

function MonthButton({ icon, label, onPress }: MonthButtonProps) {
  return (
    <button type="button" className="button ghost square" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
