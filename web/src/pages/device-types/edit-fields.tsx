import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { Field, problemOf } from "../../ui/field.tsx";
import { isNoNumber, typedNumber } from "./draft.ts";

interface TextEditProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly maxLength?: number;
  readonly list?: string;
  readonly hint?: string;
  /** What counts where nothing is said. */
  readonly placeholder?: string | undefined;
  readonly onChange: ((value: string) => void) | undefined;
  /** Nobody is typing any more. */
  readonly onLeave?: () => void;
}

/** A text of a draft; read only where nothing may be changed. */
export const TextEdit = ({
  label,
  value = "",
  maxLength = 255,
  list,
  hint,
  placeholder,
  onChange,
  onLeave,
}: TextEditProps) => (
  <Field label={label} hint={hint}>
    {(id) => (
      <input
        id={id}
        value={value}
        maxLength={maxLength}
        readOnly={!onChange}
        autoComplete="off"
        placeholder={placeholder}
        {...(list && { list })}
        onChange={({ target }) => onChange?.(target.value)}
        onBlur={onLeave}
      />
    )}
  </Field>
);

interface NumberEditProps {
  readonly label: string;
  /** What is wrong with what is there. */
  readonly problem?: string | undefined;
  readonly value: number | undefined;
  /** What counts where nothing is said. */
  readonly placeholder?: number | undefined;
  readonly onChange: ((value: number | undefined) => void) | undefined;
}

/**
 * A number of a draft, or none. What is being typed stays as it is typed: "-" and "1." become numbers later, and whoever empties
 * the field goes on typing. What never becomes one changes nothing, and says so: a limit does not go because of a slip of the
 * fingers.
 */
export function NumberEdit({ label, value, placeholder, problem, onChange }: NumberEditProps) {
  const m = useMessages();
  const [typed, setTyped] = useState<Typed>();
  const text = typed && (!typed.isLeft || typed.before === value) ? typed.text : undefined;
  const said = typed?.isLeft && text !== undefined ? m.common.keptNumber : problem;
  return (
    <Field label={label} problem={said}>
      {(id) => (
        <input
          id={id}
          inputMode="decimal"
          placeholder={placeholder?.toString()}
          {...(said && { "aria-invalid": true, "aria-describedby": problemOf(id) })}
          autoComplete="off"
          value={text ?? value?.toString() ?? ""}
          readOnly={!onChange}
          onBlur={() => {
            // Emptied where there has to be one: not what was left in between, but what was there before.
            if (typed?.text.trim() === "" && value !== undefined) onChange?.(typed.before);
            setTyped(typed && isNoNumber(typed.text) ? { ...typed, isLeft: true } : undefined);
          }}
          onChange={({ target }) => {
            const before = text === undefined ? value : typed?.before;
            setTyped({ text: target.value, before, isLeft: false });
            onChange?.(isNoNumber(target.value) ? before : typedNumber(target.value));
          }}
        />
      )}
    </Field>
  );
}

interface Typed {
  readonly text: string;
  /** What was there when the typing began. */
  readonly before: number | undefined;
  /** Nobody is typing any more. */
  readonly isLeft: boolean;
}

interface ChoiceEditProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: ((value: T) => void) | undefined;
}

export const ChoiceEdit = <T extends string>({ label, value, options, onChange }: ChoiceEditProps<T>) => (
  <Field label={label}>
    {(id) => (
      <select
        id={id}
        value={value}
        disabled={!onChange}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen) onChange?.(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckEditProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: ((value: boolean) => void) | undefined;
}

export const CheckEdit = ({ label, value, onChange }: CheckEditProps) => (
  <label className="check">
    <input type="checkbox" checked={value} disabled={!onChange} onChange={({ target }) => onChange?.(target.checked)} />{" "}
    {label}
  </label>
);
