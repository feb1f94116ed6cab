import { ChannelField } from "../../editing/fields/channel-field.tsx";
import { ChannelLook } from "../../editing/fields/channel-look.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { RangeField } from "../../editing/fields/range-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { ThresholdsField } from "../../editing/fields/thresholds-field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

function GaugeForm({ options, onChange }: WidgetFormProps<"GAUGE">) {
  const { fields: w } = useEditorWords();
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        <ChannelField
          devices={options.devices}
          value={options.channel}
          onChange={(channel) => onChange(withField(options, "channel", channel))}
        />
        {!options.channel && <Wrong>{w.noChannel}</Wrong>}
      </Section>
      <Section title={w.display}>
        <RangeField label={w.scale} value={options} onChange={onChange} />
        {options.channel && (
          <ChannelLook channel={options.channel} onChange={(channel) => onChange({ ...options, channel })} />
        )}
      </Section>
      <ThresholdsField
        value={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </>
  );
}

export const gaugeEditing: WidgetEditing<"GAUGE"> = {
  Form: GaugeForm,
  size: { w: 5, h: 8 },
  sketch: "M14 30a18 18 0 0 1 36 0M20 30a12 12 0 0 1 18-10.500M32 30l8-8",
};
