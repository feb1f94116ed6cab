import { useState } from "react";
import { Field, problemOf } from "../../ui/field.tsx";
import { typedNumber } from "./draft.ts";

interface TextEditProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly maxLength?: number;
  readonly list?: string;
  readonly hint?: string;
  /** What counts where nothing is said. */
  readonly placeholder?: string | undefined;
  readonly onChange: ((value: string) => void) | undefined;
}

/** A text of a draft; read only where nothing may be changed. */
export const TextEdit = ({ label, value = "", maxLength = 255, list, hint, placeholder, onChange }: TextEditProps) => (
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

/** A number of a draft, or none. What is being typed stays as it is typed: "-" and "1." become numbers later. */
export function NumberEdit({ label, value, placeholder, problem, onChange }: NumberEditProps) {
  const [text, setText] = useState<string>();
  const shown = text !== undefined && typedNumber(text) === value ? text : (value?.toString() ?? "");
  return (
    <Field label={label} problem={problem}>
      {(id) => (
        <input
          id={id}
          inputMode="decimal"
          placeholder={placeholder?.toString()}
          {...(problem && { "aria-invalid": true, "aria-describedby": problemOf(id) })}
          autoComplete="off"
          value={text !== undefined && typedNumber(text) === undefined && value === undefined ? text : shown}
          readOnly={!onChange}
          onBlur={() => setText(undefined)}
          onChange={({ target }) => {
            setText(target.value);
            onChange?.(typedNumber(target.value));
          }}
        />
      )}
    </Field>
  );
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
