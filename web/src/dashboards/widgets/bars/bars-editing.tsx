import { ChannelsField } from "../../editing/fields/channels-field.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { RangeField } from "../../editing/fields/range-field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { ThresholdsField } from "../../editing/fields/thresholds-field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

function BarsForm({ options, onChange }: WidgetFormProps<"BARS">) {
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
        <RangeField label={w.scale} value={options} onChange={onChange} />
      </Section>
      <ThresholdsField
        value={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </>
  );
}

export const barsEditing: WidgetEditing<"BARS"> = {
  Form: BarsForm,
  size: { w: 8, h: 8 },
  sketch: "M6 7h44v5h-44zM6 16h30v5h-30zM6 25h50v5h-50z",
};
