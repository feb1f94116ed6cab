import { alarmSeverities, type QuietHours } from "@heliograph/contract";
import { shownZone } from "../../../format/zone.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Field } from "../../../ui/field.tsx";
import { CheckEdit, ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { weekdayText } from "../../maintenance/window-text.ts";
import { timeZoneChoices } from "../../profile/preference-choices.ts";
import { endOf, lastsFrom } from "./policy-text.ts";

interface QuietFormProps {
  readonly quiet: QuietHours | null;
  readonly onChange: (quiet: QuietHours | null) => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const isClock = (text: string): boolean => /^\d\d:\d\d$/.test(text);

/** What it begins with: nights, and what is critical is told all the same. */
const usualNights = (): QuietHours => ({
  ...{ weekdays, start: "22:00", durationMs: lastsFrom("22:00", "06:00"), except: ["CRITICAL"] },
  timeZone: shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export function QuietForm({ quiet, onChange }: QuietFormProps) {
  const { form } = useMessages().policies;
  return (
    <>
      <CheckEdit
        label={form.isQuiet}
        value={quiet !== null}
        onChange={(isOn) => onChange(isOn ? usualNights() : null)}
      />
      {quiet && <Times quiet={quiet} onChange={onChange} />}
    </>
  );
}

interface TimesProps {
  readonly quiet: QuietHours;
  readonly onChange: (quiet: QuietHours) => void;
}

function Times({ quiet, onChange }: TimesProps) {
  const m = useMessages();
  const locale = useLocale();
  const { form } = m.policies;
  const end = endOf(quiet);
  const turn = (day: number, isOn: boolean) =>
    onChange({ ...quiet, weekdays: weekdays.filter((one) => (one === day ? isOn : quiet.weekdays.includes(one))) });
  return (
    <>
      <fieldset className="weekdays">
        <legend>{m.maintenance.days}</legend>
        {weekdays.map((day) => (
          <CheckEdit
            key={day}
            label={weekdayText(day, locale)}
            value={quiet.weekdays.includes(day)}
            onChange={(isOn) => turn(day, isOn)}
          />
        ))}
      </fieldset>
      <div className="form-pair">
        <Clock
          label={form.from}
          value={quiet.start}
          onChange={(start) => onChange({ ...quiet, start, durationMs: lastsFrom(start, end) })}
        />
        <Clock
          label={form.to}
          value={end}
          onChange={(to) => onChange({ ...quiet, durationMs: lastsFrom(quiet.start, to) })}
        />
      </div>
      <ChoiceEdit
        label={m.maintenance.zone}
        value={quiet.timeZone}
        options={timeZoneChoices(quiet.timeZone)}
        onChange={(timeZone) => onChange({ ...quiet, timeZone })}
      />
    </>
  );
}

interface ClockProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (clock: string) => void;
}

/** What is half typed is no time yet, and changes nothing. */
const Clock = ({ label, value, onChange }: ClockProps) => (
  <Field label={label}>
    {(id) => (
      <input
        id={id}
        type="time"
        value={value}
        onChange={({ target }) => isClock(target.value.slice(0, 5)) && onChange(target.value.slice(0, 5))}
      />
    )}
  </Field>
);

/** What is told although it is quiet. */
export function ExceptForm({ quiet, onChange }: TimesProps) {
  const m = useMessages();
  return (
    <fieldset className="checks">
      <legend>{m.policies.form.except}</legend>
      {alarmSeverities.map((one) => (
        <CheckEdit
          key={one}
          label={m.alarms.severities[one]}
          value={quiet.except.includes(one)}
          onChange={(isOn) =>
            onChange({
              ...quiet,
              except: alarmSeverities.filter((other) => (other === one ? isOn : quiet.except.includes(other))),
            })
          }
        />
      ))}
    </fieldset>
  );
}
