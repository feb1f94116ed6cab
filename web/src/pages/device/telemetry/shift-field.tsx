import { useState } from "react";
import { durationText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { textOf } from "../../../ui/field.tsx";
import { CheckedForm } from "../../../ui/form-checks/checked-form.tsx";

const hourMs = 3_600_000;
const usual = [hourMs, 24 * hourMs, 7 * 24 * hourMs, 28 * 24 * hourMs];

interface ShiftFieldProps {
  readonly ms: number;
  readonly label: string;
  readonly onChange: (ms: number) => void;
}

/** How far a line is moved: a usual time, or so many seconds that two runs lie upon each other. */
export function ShiftField({ ms, label, onChange }: ShiftFieldProps) {
  const m = useMessages();
  const locale = useLocale();
  const [isTyped, setTyped] = useState(false);
  const known = ms === 0 || usual.includes(ms) ? usual : [...usual, ms];
  if (isTyped)
    return (
      <CheckedForm
        className="row tight"
        onSend={(form) => {
          onChange(Math.round(Number(textOf(form, "seconds")) * 1_000));
          setTyped(false);
        }}
      >
        <input
          name="seconds"
          type="number"
          step="any"
          className="shift-seconds"
          aria-label={`${label} (${m.compare.seconds})`}
          defaultValue={ms / 1_000}
          // biome-ignore lint/a11y/noAutofocus: it was asked for just now
          autoFocus
        />
        <button type="submit" className="button small">
          {m.compare.seconds}
        </button>
      </CheckedForm>
    );
  return (
    <select
      aria-label={label}
      value={ms}
      onChange={({ target }) => (target.value === "typed" ? setTyped(true) : onChange(Number(target.value)))}
    >
      <option value={0}>{m.compare.notShifted}</option>
      {known.map((one) => (
        <option key={one} value={one}>
          {m.compare.shifted(durationText(Math.abs(one), locale), one < 0)}
        </option>
      ))}
      <option value="typed">{m.compare.otherShift}</option>
    </select>
  );
}
