import type { CommandParameter, FieldKind, TypeAttribute } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { typedScalar, withField } from "./draft.ts";
import { ChoiceEdit, NumberEdit, TextEdit } from "./edit-fields.tsx";

type Line = CommandParameter | TypeAttribute;

interface FormLineProps<T extends Line> {
  readonly line: T;
  readonly onChange: ((line: T) => void) | undefined;
}

const kinds: readonly FieldKind[] = ["text", "number", "boolean", "choice", "json"];

/** What parameters of commands and attributes have in common. */
export function FormLine<T extends Line>({ line, onChange }: FormLineProps<T>) {
  const m = useMessages();
  const set = <K extends keyof Line>(field: K) =>
    onChange && ((value: Line[K] | undefined | "") => onChange(withField<Line, K>(line, field, value) as T));
  const kind = line.kind ?? "text";
  const choices = (line.choices ?? []).map(({ value }) => String(value)).join(", ");
  const setChoices =
    onChange &&
    ((text: string) => {
      const values = text.split(",").map((one) => one.trim());
      const known = line.choices ?? [];
      const chosen = values
        .filter(Boolean)
        .map((one) => known.find(({ value }) => String(value) === one) ?? { value: typedScalar(one) });
      onChange(withField<Line, "choices">(line, "choices", chosen) as T);
    });
  return (
    <div className="form-pair">
      <TextEdit
        label={m.deviceTypes.key}
        value={line.key}
        maxLength={256}
        onChange={onChange && ((key) => onChange({ ...line, key }))}
      />
      <TextEdit label={m.common.name} value={line.name} onChange={set("name")} />
      <ChoiceEdit
        label={m.deviceTypes.kind}
        value={kind}
        options={kinds.map((one) => [one, m.deviceTypes.fieldKinds[one]] as const)}
        onChange={set("kind")}
      />
      <TextEdit label={m.deviceTypes.unit} value={line.unit} maxLength={32} onChange={set("unit")} />
      {kind === "number" && (
        <>
          <NumberEdit label={m.deviceTypes.from} value={line.min} onChange={set("min")} />
          <NumberEdit label={m.deviceTypes.to} value={line.max} onChange={set("max")} />
        </>
      )}
      {kind === "choice" && (
        <TextEdit
          label={m.deviceTypes.choices}
          hint={m.deviceTypes.choicesHint}
          value={choices}
          maxLength={10_000}
          onChange={setChoices}
        />
      )}
    </div>
  );
}
