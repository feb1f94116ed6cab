import { useState } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { NumberEdit } from "../../../device-types/edit-fields.tsx";

const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
type Unit = keyof typeof units;
const names = Object.keys(units) as Unit[];

/** The largest unit that says it without a fraction. */
const unitOf = (ms: number | undefined): Unit =>
  names.toReversed().find((unit) => ms !== undefined && ms % units[unit] === 0) ?? "minutes";

interface SpanEditProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (ms: number | undefined) => void;
}

/** A length of time, or none. */
export function SpanEdit({ label, value, onChange }: SpanEditProps) {
  const { deviceGroups: m } = useMessages();
  const [unit, setUnit] = useState(() => unitOf(value));
  const shown = value === undefined ? undefined : value / units[unit];
  const change = (count: number | undefined, by: Unit) =>
    onChange(count === undefined || count <= 0 ? undefined : Math.max(1, Math.round(count * units[by])));
  return (
    <div className="span-edit">
      <NumberEdit label={label} value={shown} onChange={(count) => change(count, unit)} />
      <select
        aria-label={m.unit(label)}
        value={unit}
        onChange={({ target }) => {
          const chosen = names.find((one) => one === target.value) ?? "minutes";
          setUnit(chosen);
          change(shown, chosen);
        }}
      >
        {names.map((one) => (
          <option key={one} value={one}>
            {m.units[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
