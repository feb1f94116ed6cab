import type { WidgetOptions } from "@heliograph/contract";
import { ChoiceEdit, TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RowButton } from "../../editing/fields/channels-field.tsx";
import { Wrong } from "../../editing/fields/section.tsx";
import { useEditorWords } from "../../editing/words/words.ts";

type FormField = NonNullable<WidgetOptions<"CONTROL">["fields"]>[number];

interface FormFieldsProps {
  readonly value: readonly FormField[];
  readonly onChange: (value: FormField[]) => void;
}

const kinds = ["number", "text", "boolean"] as const;
const atMost = 64;

/** The lines of a form that people fill in. Kinds it does not offer stay as they are. */
export function FormFields({ value, onChange }: FormFieldsProps) {
  const { fields: w } = useEditorWords();
  return (
    <>
      {value.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their keys are being typed
        <div key={at} className="edit-placed form">
          <TextEdit
            label={w.fieldName}
            value={field.key}
            maxLength={256}
            onChange={(key) => onChange(value.with(at, { ...field, key }))}
          />
          {kinds.some((kind) => kind === (field.kind ?? "text")) && (
            <ChoiceEdit
              label={w.fieldKind}
              value={field.kind ?? "text"}
              options={kinds.map((kind) => [kind, w.fieldKinds[kind]] as const)}
              onChange={(kind) => onChange(value.with(at, { ...field, kind }))}
            />
          )}
          <RowButton icon="trash" label={w.removeOf(field.key)} onPress={() => onChange(value.toSpliced(at, 1))} />
        </div>
      ))}
      {value.length === 0 && <Wrong>{w.needsFields}</Wrong>}
      {value.length < atMost && (
        <button
          type="button"
          className="button ghost"
          onClick={() => onChange([...value, { key: `value${value.length + 1}`, kind: "number" }])}
        >
          <Icon name="plus" /> {w.addField}
        </button>
      )}
    </>
  );
}
