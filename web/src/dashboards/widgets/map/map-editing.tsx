import { CheckEdit } from "../../../pages/device-types/edit-fields.tsx";
import { ChannelField } from "../../editing/fields/channel-field.tsx";
import { ChannelLook } from "../../editing/fields/channel-look.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

const keys = ["position", "latitude", "longitude"] as const;

function MapForm({ options, onChange }: WidgetFormProps<"MAP">) {
  const { fields: w } = useEditorWords();
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        {keys.map((one) => (
          <ChannelField
            key={one}
            label={w[one]}
            hint={one === "position" ? w.positionHint : ""}
            devices={options.devices}
            value={options[one] === undefined ? undefined : { key: options[one] }}
            onChange={(channel) => onChange(withField(options, one, channel?.key))}
          />
        ))}
        {(options.latitude === undefined) !== (options.longitude === undefined) && <Wrong>{w.belongTogether}</Wrong>}
      </Section>
      <Section title={w.display}>
        <ChannelField
          label={w.colourBy}
          hint={w.colourByHint}
          devices={options.devices}
          value={options.colourBy}
          onChange={(channel) => onChange(withField(options, "colourBy", channel))}
        />
        {options.colourBy && (
          <ChannelLook
            channel={options.colourBy}
            onChange={(channel) => onChange(withField(options, "colourBy", channel))}
          />
        )}
        <CheckEdit
          label={w.track}
          value={options.track ?? false}
          onChange={(track) => onChange(withField(options, "track", track || undefined))}
        />
      </Section>
    </>
  );
}

export const mapEditing: WidgetEditing<"MAP"> = {
  Form: MapForm,
  size: { w: 10, h: 12 },
  sketch: "M6 5h52v26h-52zM12 26l12-10 10 5 14-10M48 11v.01M12 26v.01",
};
