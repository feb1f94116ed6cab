import { type ReactNode, useId } from "react";
import { useFieldFault, useMarkedWrong } from "./form-checks/field-fault.ts";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with what is in it. */
  readonly problem?: string | undefined;
  /** Given the id that ties the label to the control. */
  readonly children: (id: string) => ReactNode;
}

/** Ties the hint to the control, so that it is read out with it. */
const hintOf = (id: string): string => `${id}-hint`;

export const problemOf = (id: string): string => `${id}-problem`;

export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const fault = useFieldFault(id);
  const said = problem ?? fault;
  useMarkedWrong(id, problemOf(id), Boolean(said));
  return (
    <div className="field" data-field={id}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small id={hintOf(id)}>{hint}</small>}
      {said && (
        <small id={problemOf(id)} className="field-problem" role="alert">
          {said}
        </small>
      )}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string | null | undefined;
  readonly hint?: string;
  readonly type?: "text" | "password" | "number" | "datetime-local";
  readonly required?: boolean;
  readonly autoComplete?: string;
  readonly list?: string;
  readonly maxLength?: number;
  /** Bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** A number that has no parts. */
  readonly isWhole?: boolean;
  readonly placeholder?: string;
  readonly inputMode?: "numeric" | "email";
  readonly autoFocus?: boolean;
}

/** A field of a form that is read when it is sent. */
export function TextField(props: TextFieldProps) {
  const { label, hint, value, autoFocus = false, type = "text", isWhole = false, ...rest } = props;
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <input
          id={id}
          type={type}
          defaultValue={value ?? ""}
          {...(type === "datetime-local" && { step: 1 })} // else only whole minutes from the first value on are valid
          {...(type === "number" && !isWhole && { step: "any" })}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog somebody just opened
          autoFocus={autoFocus}
          autoComplete={rest.autoComplete ?? "off"}
          aria-describedby={hint && hintOf(id)}
          {...rest}
        />
      )}
    </Field>
  );
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};
