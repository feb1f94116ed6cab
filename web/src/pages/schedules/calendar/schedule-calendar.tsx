import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { allSchedules, scheduleCalendar } from "../../../api/schedules.ts";
import { shownZone } from "../../../format/zone.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMedia } from "../../../state/use-media.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import type { ScheduleSearch } from "../schedule-search.ts";
import { AgendaView } from "./agenda-view.tsx";
import { beside, dayOf, daysOf, daysText, firstOfMonth, plusDays, type Span, startOf } from "./days.ts";
import { contentOf } from "./events.ts";
import { MonthView } from "./month-view.tsx";
import { SchedulePanel } from "./schedule-panel.tsx";
import { useSilentTimes } from "./use-silent-times.ts";
import { WeekView } from "./week-view.tsx";

interface ScheduleCalendarProps {
  readonly search: ScheduleSearch;
  readonly onSearch: (search: ScheduleSearch) => void;
}

const spans: readonly Span[] = ["week", "month"];

/** What ran and what will run, on the days it is on [SCH1]. */
export function ScheduleCalendar({ search, onSearch }: ScheduleCalendarProps) {
  const m = useMessages();
  const locale = useLocale();
  const today = dayOf(Date.now());
  const { span = "week", day = today, schedule: chosen } = search;
  const days = useMemo(() => daysOf(span, day), [span, day]);
  const go = (part: ScheduleSearch) => onSearch({ ...search, ...part });
  return (
    <>
      <div className="toolbar">
        <Segments
          label={m.schedules.span}
          options={spans.map((one) => [one, m.schedules.spans[one]] as const)}
          value={span}
          onChange={(next) => go({ span: next })}
        />
        <div className="time-range">
          <StepButton icon="left" label={m.schedules.earlier} onClick={() => go({ day: beside(span, day, -1) })} />
          <strong className="calendar-range" aria-live="polite">
            {daysText(days, span, locale)}
          </strong>
          <StepButton icon="right" label={m.schedules.later} onClick={() => go({ day: beside(span, day, 1) })} />
        </div>
        <button type="button" className="button" disabled={days.includes(today)} onClick={() => go({ day: today })}>
          {m.schedules.today}
        </button>
        <small className="soft">
          {m.schedules.shownIn(shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone)}
        </small>
      </div>
      <div className={chosen === undefined ? "" : "calendar-layout"}>
        <Shown {...{ days, span, day, today, chosen, go }} />
        {chosen !== undefined && (
          <SchedulePanel
            scheduleId={chosen}
            onClose={() => {
              const { schedule: _, ...rest } = search;
              onSearch(rest);
            }}
          />
        )}
      </div>
    </>
  );
}

interface StepButtonProps {
  readonly icon: "left" | "right";
  readonly label: string;
  readonly onClick: () => void;
}

const StepButton = ({ icon, label, onClick }: StepButtonProps) => (
  <button type="button" className="button ghost square" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

interface ShownProps {
  readonly days: readonly string[];
  readonly span: Span;
  readonly day: string;
  readonly today: string;
  readonly chosen: string | undefined;
  readonly go: (part: ScheduleSearch) => void;
}

function Shown({ days, span, day, today, chosen, go }: ShownProps) {
  const m = useMessages();
  const navigate = useNavigate();
  const isNarrow = useMedia("(max-width: 760px)");
  const from = startOf(days[0] ?? day);
  const to = startOf(plusDays(days.at(-1) ?? day, 1));
  const { data, error, refetch } = useQuery(scheduleCalendar(from, to));
  const { data: schedules } = useQuery(allSchedules());
  const names = useMemo(() => new Map(schedules?.data.map(({ id, name }) => [id.id, name])), [schedules]);
  const content = useMemo(() => data && contentOf(data), [data]);
  const silent = useSilentTimes(days, from, to);
  if (!content)
    return (
      <section className="card">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={12} />}
      </section>
    );
  const choose = (scheduleId: string) =>
    isNarrow ? void navigate({ to: "/schedules/$scheduleId", params: { scheduleId } }) : go({ schedule: scheduleId });
  const view = { days, today, content, silent, chosen, onChoose: choose, nameOf: (id: string) => names.get(id) ?? "…" };
  const isEmpty = content.often.length === 0 && !days.some((one) => content.events.has(one));
  if (isNarrow && isEmpty && silent.size === 0)
    return <EmptyState icon="schedules" title={m.schedules.nothingPlanned} text={m.schedules.nothingPlannedText} />;
  return (
    <section className="card calendar" aria-label={m.schedules.calendar}>
      {isNarrow ? (
        <AgendaView {...view} />
      ) : span === "week" ? (
        <WeekView {...view} />
      ) : (
        <MonthView {...view} month={firstOfMonth(day).slice(0, 7)} onDay={(one) => go({ span: "week", day: one })} />
      )}
      {isEmpty && (
        <p className="card-body soft" role="status">
          {m.schedules.nothingPlanned}. {m.schedules.nothingPlannedText}
        </p>
      )}
    </section>
  );
}
