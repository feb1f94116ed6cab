import { CheckEdit, NumberEdit, TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { filledIn, withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

const [most, usual] = [500, 50];

function FileListForm({ options, onChange }: WidgetFormProps<"FILE_LIST">) {
  const { fields: w } = useEditorWords();
  return (
    <Section title={w.data}>
      <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
      <TextEdit
        label={w.tag}
        value={options.tag}
        onChange={(tag) => onChange(withField(options, "tag", filledIn(tag)))}
      />
      <CheckEdit
        label={w.viewer}
        value={options.viewer ?? false}
        onChange={(viewer) => onChange(withField(options, "viewer", viewer || undefined))}
      />
      <NumberEdit
        label={w.atMost}
        value={options.limit ?? usual}
        onChange={(limit = usual) => onChange({ ...options, limit: Math.max(1, Math.min(most, Math.round(limit))) })}
      />
    </Section>
  );
}

export const fileListEditing: WidgetEditing<"FILE_LIST"> = {
  Form: FileListForm,
  size: { w: 8, h: 10 },
  sketch: "M8 5h12l6 6v20h-18zM20 5v6h6M34 11h24M34 19h18M34 27h22",
};
