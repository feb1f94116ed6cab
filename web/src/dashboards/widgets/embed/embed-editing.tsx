import { TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { filledIn, withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

function EmbedForm({ options, onChange }: WidgetFormProps<"EMBED">) {
  const { fields: w } = useEditorWords();
  const { url } = options;
  return (
    <Section title={w.data}>
      <TextEdit
        label={w.address}
        value={url}
        maxLength={2_048}
        onChange={(text) => onChange(withField(options, "url", filledIn(text)))}
      />
      {url !== undefined && !/^https:\/\/[^\s]+$/.test(url) && <Wrong>{w.badSecureAddress}</Wrong>}
    </Section>
  );
}

export const embedEditing: WidgetEditing<"EMBED"> = {
  Form: EmbedForm,
  size: { w: 8, h: 6 },
  sketch: "M6 5h52v26h-52zM6 11h52M10 8v.01M14 8v.01M24 17l-5 4 5 4M40 17l5 4-5 4",
};
