import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Field } from "../../../ui/field.tsx";
import { typedNumber } from "../../device-types/draft.ts";
import { msOf, spanOf, spanUnitNames } from "../sentence/spans.ts";

interface SpanEditProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number | undefined;
  /** No time at all is one, too. */
  readonly mayBeZero?: boolean;
  /** Given undefined where it may be left out and nothing is there. */
  readonly onChange: (ms: number | undefined) => void;
}

/** How long, in the unit somebody thinks in; what is being typed stays as it is typed. */
export function SpanEdit({ label, hint, value, mayBeZero = false, onChange }: SpanEditProps) {
  const m = useMessages();
  const [typed, setTyped] = useState<string>();
  const [chosen, setUnit] = useState(value === undefined ? "min" : spanOf(value).unit);
  const known = value === undefined ? undefined : spanOf(value);
  const unit = typed === undefined ? (known?.unit ?? chosen) : chosen;
  const tell = (text: string, of: typeof unit) => {
    const count = typedNumber(text);
    if (text.trim() === "") onChange(undefined);
    else if (count !== undefined && (count > 0 || (mayBeZero && count === 0))) onChange(msOf({ count, unit: of }));
  };
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <span className="span-edit">
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? known?.count.toString() ?? ""}
            onBlur={() => setTyped(undefined)}
            onChange={({ target }) => {
              setUnit(unit);
              setTyped(target.value);
              tell(target.value, unit);
            }}
          />
          <select
            aria-label={`${label}: ${m.rules.form.unit}`}
            value={unit}
            onChange={({ target }) => {
              const next = spanUnitNames.find((one) => one === target.value) ?? unit;
              setUnit(next);
              if (known) onChange(msOf({ count: known.count, unit: next }));
            }}
          >
            {spanUnitNames.toReversed().map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
