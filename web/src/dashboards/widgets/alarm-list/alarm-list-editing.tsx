import { ChoiceEdit, NumberEdit } from "../../../pages/device-types/edit-fields.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

const [most, usual] = [500, 50];

function AlarmListForm({ options, onChange }: WidgetFormProps<"ALARM_LIST">) {
  const { fields: w } = useEditorWords();
  return (
    <Section title={w.data}>
      <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
      <ChoiceEdit
        label={w.which}
        value={options.which ?? "ACTIVE"}
        options={(["ACTIVE", "IN_TIME"] as const).map((one) => [one, w.whichAlarms[one]] as const)}
        onChange={(which) => onChange({ ...options, which })}
      />
      <NumberEdit
        label={w.atMost}
        value={options.limit ?? usual}
        onChange={(limit = usual) => onChange({ ...options, limit: Math.max(1, Math.min(most, Math.round(limit))) })}
      />
    </Section>
  );
}

export const alarmListEditing: WidgetEditing<"ALARM_LIST"> = {
  Form: AlarmListForm,
  size: { w: 8, h: 10 },
  sketch: "M10 5l5 7h-10zM22 9h34M10 15l5 7h-10zM22 19h26M10 25l5 6h-10zM22 29h30",
};
