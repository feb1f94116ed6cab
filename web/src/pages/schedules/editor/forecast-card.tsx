import type { PlannedRun, ScheduleForecast, ScheduleTiming } from "@heliograph/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { dateTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote, Skeleton } from "../../../ui/states.tsx";
import { Until } from "../../../ui/time.tsx";
import { dayText } from "../calendar/days.ts";
import { shiftOf } from "../timing/clock-change.ts";

interface ForecastProps {
  readonly forecast: UseQueryResult<ScheduleForecast>;
  readonly timing: ScheduleTiming;
  readonly isOn: boolean;
}

/** When it runs next, as the clocks of its zone show it, and what a change of these does to it [SCH1]. */
export function Forecast({ forecast, timing, isOn }: ForecastProps) {
  const m = useMessages();
  const { data, error } = forecast;
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <>
      {!isOn && <p className="soft">{m.schedules.isOff}</p>}
      {data.runs.length === 0 && <p className="soft">{m.schedules.noForecast}</p>}
      <ol className="run-list">
        {data.runs.map((run, at) => (
          <NextRun key={run.time} run={run} isFirst={at === 0} />
        ))}
      </ol>
      <ClockChange forecast={data} timing={timing} />
    </>
  );
}

function NextRun({ run: { time, local, note }, isFirst }: { readonly run: PlannedRun; readonly isFirst: boolean }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <li>
      <span>{dayText(local.slice(0, 10), locale, shownDate(local))}</span>
      <strong title={m.schedules.here(dateTimeText(time, locale))}>{local.slice(11, 16)}</strong>
      <span className="soft right">
        {isFirst ? <Until ms={time} /> : m.schedules.utc(new Date(time).toISOString().slice(11, 16))}
      </span>
      {note && <small className="run-note">{note === "MOVED" ? m.schedules.moved : m.schedules.twice}</small>}
    </li>
  );
}

/** With the year where it is another one: five runs may be five years. */
const shownDate = (local: string): Intl.DateTimeFormatOptions => ({
  ...{ weekday: "short", day: "numeric", month: "short" },
  ...(local.slice(0, 4) !== String(new Date().getFullYear()) && { year: "numeric" }),
});

/** What runs once is told by its note. */
function ClockChange({ forecast, timing }: { readonly forecast: ScheduleForecast; readonly timing: ScheduleTiming }) {
  const m = useMessages();
  const locale = useLocale();
  const { clockChange } = forecast;
  if (!clockChange || timing.kind === "ONCE") return null;
  const { time, before, after } = clockChange;
  const date = new Intl.DateTimeFormat(locale, {
    ...{ weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  }).format(time);
  const shift = shiftOf(timing, clockChange);
  return (
    <p className="note">
      <Icon name="history" />
      <span>
        {m.schedules.clockChange(date, before, after)}{" "}
        {shift && m.schedules.clockChangeAt(shift.time, shift.before, shift.after)}
      </span>
    </p>
  );
}
