import { type ScheduleTiming, type Weekday, weekdays } from "@heliograph/contract";
import { useState } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { Field } from "../../../ui/field.tsx";
import { CheckEdit, ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { weekdayText } from "../../maintenance/window-text.ts";
import { useScheduleEditing } from "../schedule-editing.ts";
import {
  everyMinutesTiming,
  hourlyTiming,
  minuteOf,
  minuteSteps,
  minutesOf,
  rhythmOf,
  rhythms,
  timingOf,
} from "../timing/rhythm.ts";
import { begun, timingText } from "../timing/timing-text.ts";
import { monthDaysOf } from "../timing/typed-days.ts";

interface TimingChipProps {
  readonly problems: readonly string[];
  /** The same for experts, as far as the server could tell it. */
  readonly cron: string | undefined;
}

/** When it runs. */
export function TimingChip({ problems, cron }: TimingChipProps) {
  const m = useMessages();
  const locale = useLocale();
  const { draft, change } = useScheduleEditing();
  const { timing } = draft;
  // Somebody who writes a cron expression goes on writing it when it happens to have a name.
  const [isExpert, setExpert] = useState(false);
  const rhythm = isExpert && timing.kind === "CRON" ? "cron" : rhythmOf(timing);
  const text = begun(timingText(timing, m.schedules.timing, locale), locale);
  return (
    <SentenceChip label={m.schedules.rhythm} text={text} problems={problems} isReadOnly={!change}>
      <ChoiceEdit
        label={m.schedules.rhythm}
        value={rhythm}
        options={rhythms.map((one) => [one, m.schedules.rhythms[one]] as const)}
        onChange={(next) => {
          setExpert(next === "cron");
          change?.({ timing: timingOf(next, timing, cron, Date.now()) });
        }}
      />
      {rhythm === "cron" && timing.kind === "CRON" ? (
        <TextEdit
          label={m.schedules.cron}
          hint={m.schedules.cronHint}
          value={timing.expression}
          maxLength={256}
          onChange={(expression) => change?.({ timing: { kind: "CRON", expression } })}
        />
      ) : (
        <RhythmFields timing={timing} onChange={(next) => change?.({ timing: next })} />
      )}
    </SentenceChip>
  );
}

interface FieldsProps<T extends ScheduleTiming = ScheduleTiming> {
  readonly timing: T;
  readonly onChange: (timing: ScheduleTiming) => void;
}

function RhythmFields({ timing, onChange }: FieldsProps) {
  switch (timing.kind) {
    case "CRON":
      return <EveryFields timing={timing} onChange={onChange} />;
    case "DAILY":
      return <TimeField time={timing.time} onChange={(time) => onChange({ ...timing, time })} />;
    case "WEEKLY":
      return <WeeklyFields timing={timing} onChange={onChange} />;
    case "MONTHLY":
      return <MonthlyFields timing={timing} onChange={onChange} />;
    case "ONCE":
      return <OnceField at={timing.at} onChange={(at) => onChange({ kind: "ONCE", at })} />;
  }
}

function EveryFields({ timing, onChange }: FieldsProps<ScheduleTiming & { kind: "CRON" }>) {
  const m = useMessages();
  const minutes = minutesOf(timing);
  if (minutes !== undefined)
    return (
      <ChoiceEdit
        label={m.schedules.every}
        value={String(minutes)}
        options={minuteSteps.map((step) => [String(step), m.schedules.timing.minutes(step)] as const)}
        onChange={(step) => onChange(everyMinutesTiming(Number(step)))}
      />
    );
  return (
    <ChoiceEdit
      label={m.schedules.minute}
      value={String(minuteOf(timing) ?? 0)}
      options={Array.from({ length: 60 }, (_, at) => [String(at), `:${String(at).padStart(2, "0")}`] as const)}
      onChange={(minute) => onChange(hourlyTiming(Number(minute)))}
    />
  );
}

/** An empty one is on its way to another; the one before counts until then. */
function TimeField({ time, onChange }: { readonly time: string; readonly onChange: (time: string) => void }) {
  const m = useMessages();
  return (
    <Field label={m.schedules.time}>
      {(id) => (
        <input
          id={id}
          type="time"
          required
          value={time}
          onChange={({ target }) => target.value !== "" && onChange(target.value.slice(0, 5))}
        />
      )}
    </Field>
  );
}

function WeeklyFields({ timing, onChange }: FieldsProps<ScheduleTiming & { kind: "WEEKLY" }>) {
  const m = useMessages();
  const locale = useLocale();
  const toggle = (day: Weekday, isOn: boolean) => {
    const chosen = weekdays.filter((one) => (one === day ? isOn : timing.weekdays.includes(one)));
    if (chosen.length > 0) onChange({ ...timing, weekdays: chosen });
  };
  return (
    <>
      <fieldset className="weekdays">
        <legend>{m.schedules.weekdays}</legend>
        {weekdays.map((day, at) => (
          <label key={day} className="check">
            <input
              type="checkbox"
              checked={timing.weekdays.includes(day)}
              onChange={({ target }) => toggle(day, target.checked)}
            />
            <span title={weekdayText(at + 1, locale, "long")}>{weekdayText(at + 1, locale)}</span>
          </label>
        ))}
      </fieldset>
      <TimeField time={timing.time} onChange={(time) => onChange({ ...timing, time })} />
    </>
  );
}

function MonthlyFields({ timing, onChange }: FieldsProps<ScheduleTiming & { kind: "MONTHLY" }>) {
  const m = useMessages();
  const { days } = timing;
  const [text, setText] = useState(days.filter((day) => day > 0).join(", "));
  const take = (typed: string, hasLast: boolean) => {
    const chosen = [...monthDaysOf(typed), ...(hasLast ? [0] : [])];
    if (chosen.length > 0) onChange({ ...timing, days: chosen });
  };
  return (
    <>
      <TextEdit
        label={m.schedules.monthDays}
        hint={m.schedules.monthDaysHint}
        value={text}
        maxLength={120}
        onChange={(typed) => {
          setText(typed);
          take(typed, days.includes(0));
        }}
      />
      <CheckEdit label={m.schedules.lastDay} value={days.includes(0)} onChange={(hasLast) => take(text, hasLast)} />
      <TimeField time={timing.time} onChange={(time) => onChange({ ...timing, time })} />
    </>
  );
}

function OnceField({ at, onChange }: { readonly at: string; readonly onChange: (at: string) => void }) {
  const m = useMessages();
  return (
    <Field label={m.schedules.date}>
      {(id) => (
        <input
          id={id}
          type="datetime-local"
          required
          value={at}
          onChange={({ target }) => target.value !== "" && onChange(target.value.slice(0, 16))}
        />
      )}
    </Field>
  );
}
