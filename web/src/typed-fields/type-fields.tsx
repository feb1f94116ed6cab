import type { CommandParameter, TypeAttribute } from "@heliograph/contract";
import { nameIn, unitText } from "@heliograph/contract/channel-meaning";
import { useLocale } from "../i18n/messages.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.ts";
import { editorText, parsedValue } from "./attribute-value.ts";

type Described = CommandParameter | TypeAttribute;

interface TypeFieldProps {
  readonly field: Described;
  /** What is there now; else the type's default. */
  readonly value?: unknown;
  readonly required?: boolean;
}

/** A line of a form as the type of the device describes it [TYP2]; read by `typedValue` when the form is sent. */
export function TypeField({ field, value = field.default, required = false }: TypeFieldProps) {
  const locale = useLocale();
  const unit = unitText(field.unit ?? "");
  const label = `${nameIn(field, locale) || field.key}${unit && ` (${unit})`}`;
  const text = value === undefined ? "" : editorText(value);
  return (
    <Field label={label} hint={field.description}>
      {(id) => {
        const common = { id, name: field.key, required, defaultValue: text };
        switch (field.kind) {
          case "boolean":
            return (
              <select {...common}>
                {!required && <option value="" />}
                <option>true</option>
                <option>false</option>
              </select>
            );
          case "choice":
            return (
              <select {...common}>
                {!required && <option value="" />}
                {(field.choices ?? []).map((choice) => (
                  <option key={String(choice.value)} value={String(choice.value)}>
                    {nameIn(choice, locale) || String(choice.value)}
                  </option>
                ))}
              </select>
            );
          case "number":
            return <input {...common} type="number" step="any" min={field.min} max={field.max} />;
          case "json":
            return <textarea {...common} rows={4} spellCheck={false} />;
          default:
            return <input {...common} autoComplete="off" />;
        }
      }}
    </Field>
  );
}

/** The value somebody chose, of the kind the type wants; undefined where they chose none. */
export function typedValue(form: FormData, { key, kind = "text", choices = [] }: Described): unknown {
  const text = form.get(key);
  if (typeof text !== "string" || text === "") return undefined;
  if (kind === "choice") return choices.find(({ value }) => String(value) === text)?.value ?? text;
  const parsed = parsedValue(kind, text);
  if (!("value" in parsed)) throw new FormProblem(`${key}: ${"detail" in parsed ? parsed.detail : text}`);
  return parsed.value;
}
