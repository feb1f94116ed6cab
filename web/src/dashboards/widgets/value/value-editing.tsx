import { CheckEdit, ChoiceEdit } from "../../../pages/device-types/edit-fields.tsx";
import { ChannelField } from "../../editing/fields/channel-field.tsx";
import { ChannelLook } from "../../editing/fields/channel-look.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { ThresholdsField } from "../../editing/fields/thresholds-field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

const combines = ["FIRST", "SUM", "AVG", "MIN", "MAX"] as const;

function ValueForm({ options, onChange }: WidgetFormProps<"VALUE">) {
  const { fields: w } = useEditorWords();
  const { channel, trend } = options;
  const overMs = String(trend?.overMs ?? 0);
  const trends = Object.entries(w.trends);
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        <ChannelField
          devices={options.devices}
          value={channel}
          onChange={(next) => onChange(withField(options, "channel", next))}
        />
        {!channel && <Wrong>{w.noChannel}</Wrong>}
        <ChoiceEdit
          label={w.combine}
          value={options.combine ?? "FIRST"}
          options={combines.map((one) => [one, w.combines[one]] as const)}
          onChange={(combine) => onChange({ ...options, combine })}
        />
      </Section>
      <Section title={w.display}>
        <CheckEdit
          label={w.sparkline}
          value={options.sparkline ?? true}
          onChange={(sparkline) => onChange({ ...options, sparkline })}
        />
        <ChoiceEdit
          label={w.trend}
          value={overMs}
          options={trends.some(([one]) => one === overMs) ? trends : [...trends, [overMs, `${overMs} ms`]]}
          onChange={(ms) => onChange(withField(options, "trend", Number(ms) ? { overMs: Number(ms) } : undefined))}
        />
        {channel && <ChannelLook channel={channel} onChange={(next) => onChange({ ...options, channel: next })} />}
      </Section>
      <ThresholdsField
        value={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </>
  );
}

export const valueEditing: WidgetEditing<"VALUE"> = {
  Form: ValueForm,
  size: { w: 4, h: 5 },
  sketch: "M8 6v12M14 6h8v6h-8v6h8M28 18v.01M34 6h8v12h-8zM4 30l12-3 10 3 12-5 12 3 10-3",
};
