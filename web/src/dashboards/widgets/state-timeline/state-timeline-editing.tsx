import { TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { ChannelsField } from "../../editing/fields/channels-field.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { filledIn, withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

function StateTimelineForm({ options, onChange }: WidgetFormProps<"STATE_TIMELINE">) {
  const { fields: w } = useEditorWords();
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        <ChannelsField
          devices={options.devices}
          value={options.channels}
          atMost={20}
          onChange={(channels) => onChange({ ...options, channels })}
        />
      </Section>
      <Section title={w.display}>
        <TextEdit
          label={w.share}
          value={options.share}
          onChange={(share) => onChange(withField(options, "share", filledIn(share)))}
        />
      </Section>
    </>
  );
}

export const stateTimelineEditing: WidgetEditing<"STATE_TIMELINE"> = {
  Form: StateTimelineForm,
  size: { w: 12, h: 8 },
  sketch: "M6 6h26v6h-26zM36 6h22v6h-22zM6 15h12v6h-12zM22 15h36v6h-36zM6 24h34v6h-34zM44 24h14v6h-14z",
};
