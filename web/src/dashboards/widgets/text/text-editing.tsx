import { Field } from "../../../ui/field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

const longest = 65_536;

function TextForm({ options, onChange }: WidgetFormProps<"TEXT">) {
  const { fields: w } = useEditorWords();
  return (
    <Section title={w.data}>
      <Field label={w.text} hint={w.textHint}>
        {(id) => (
          <textarea
            id={id}
            rows={10}
            maxLength={longest}
            value={options.markdown}
            onChange={({ target }) => onChange({ ...options, markdown: target.value })}
          />
        )}
      </Field>
    </Section>
  );
}

export const textEditing: WidgetEditing<"TEXT"> = {
  Form: TextForm,
  size: { w: 6, h: 5 },
  sketch: "M8 16l5-11 5 11M10 12h6M24 16v-7h6v7M24 13h6M8 23h46M8 30h34",
};
