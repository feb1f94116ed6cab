import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { useState } from "react";
import { localInputText } from "../../format/time.ts";
import { shownZone } from "../../format/zone.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { timeZoneChoices } from "../profile/preference-choices.ts";
import { weekdayText } from "./window-text.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Nobody plans by the second. */
const thisMinute = (): number => Math.floor(Date.now() / minuteMs) * minuteMs;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

interface WhenProps {
  readonly window: MaintenanceWindowRecord | undefined;
}

/** What it begins with where nothing was planned yet: the next two hours. */
export function OnceFields({ window }: WhenProps) {
  const m = useMessages();
  const [openedAt] = useState(thisMinute);
  const end = window?.endTs ?? openedAt + 2 * hourMs;
  return (
    <div className="form-pair">
      <MomentField label={m.common.from} name="from" ms={window?.startTs ?? openedAt} />
      <MomentField label={m.common.to} name="to" ms={end} />
    </div>
  );
}

export function WeeklyFields({ window }: WhenProps) {
  const m = useMessages();
  const [openedAt] = useState(thisMinute);
  const recurrence = window?.recurrence;
  const zone = recurrence?.timeZone ?? shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Weekdays chosen={recurrence?.weekdays ?? [1]} />
      <div className="form-pair">
        <Field label={m.maintenance.begins}>
          {(id) => <input id={id} name="at" type="time" defaultValue={recurrence?.start ?? "06:00"} required />}
        </Field>
        <Field label={m.maintenance.lasts}>
          {(id) => (
            <input
              id={id}
              name="hours"
              type="number"
              step="any"
              min={1 / 60}
              max={7 * 24}
              required
              defaultValue={(recurrence?.durationMs ?? 2 * hourMs) / hourMs}
            />
          )}
        </Field>
      </div>
      <Field label={m.maintenance.zone}>
        {(id) => (
          <select id={id} name="zone" defaultValue={zone}>
            {timeZoneChoices(zone).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="form-pair">
        <MomentField label={m.maintenance.notBefore} name="from" ms={window?.startTs ?? openedAt} />
        <TextField
          label={m.maintenance.notAfter}
          name="to"
          type="datetime-local"
          hint={m.maintenance.notAfterHint}
          value={recurrence && window?.endTs ? localInputText(window.endTs) : ""}
        />
      </div>
    </>
  );
}

function MomentField({ label, name, ms }: { readonly label: string; readonly name: string; readonly ms: number }) {
  return <TextField label={label} name={name} type="datetime-local" value={localInputText(ms)} required />;
}

function Weekdays({ chosen }: { readonly chosen: readonly number[] }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <fieldset className="weekdays">
      <legend>{m.maintenance.days}</legend>
      {weekdays.map((day) => (
        <label key={day} className="check">
          <input type="checkbox" name="day" value={day} defaultChecked={chosen.includes(day)} />
          <span title={weekdayText(day, locale, "long")}>{weekdayText(day, locale)}</span>
        </label>
      ))}
    </fieldset>
  );
}
