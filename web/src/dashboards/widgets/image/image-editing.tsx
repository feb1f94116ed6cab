import type { WidgetOptions } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { devicePage } from "../../../api/devices.ts";
import { NumberEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ChannelField } from "../../editing/fields/channel-field.tsx";
import { ChannelLook } from "../../editing/fields/channel-look.tsx";
import { RowButton } from "../../editing/fields/channels-field.tsx";
import { OneOf } from "../../editing/fields/devices-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { ThresholdsField } from "../../editing/fields/thresholds-field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";
import { PictureField } from "./picture-field.tsx";

type Placed = WidgetOptions<"IMAGE">["values"][number];

function ImageForm({ options, onChange }: WidgetFormProps<"IMAGE">) {
  const { fields: w } = useEditorWords();
  const { data } = useQuery(devicePage(useTenantId(), {}, 0));
  const devices = data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  const { values } = options;
  const first = devices[0]?.id;
  return (
    <>
      <Section title={w.data}>
        <PictureField
          value={options.picture}
          onChange={(picture) => onChange(withField(options, "picture", picture))}
        />
      </Section>
      <Section title={w.values}>
        {values.map((value, at) => (
          <PlacedFields
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else to be told apart by
            key={at}
            {...{ value, devices }}
            onChange={(next) => onChange({ ...options, values: values.with(at, next) })}
          >
            <RowButton
              icon="trash"
              label={w.removeOf(value.channel.key ?? "")}
              onPress={() => onChange({ ...options, values: values.toSpliced(at, 1) })}
            />
          </PlacedFields>
        ))}
        {first !== undefined && (
          <button
            type="button"
            className="button ghost"
            onClick={() =>
              onChange({
                ...options,
                values: [...values, { deviceId: first, channel: { key: "value" }, x: 0.5, y: 0.5 }],
              })
            }
          >
            <Icon name="plus" /> {w.addValue}
          </button>
        )}
      </Section>
      <ThresholdsField
        value={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </>
  );
}

interface PlacedProps {
  readonly value: Placed;
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (value: Placed) => void;
  readonly children: React.ReactNode;
}

const share = (percent = 0): number => Math.max(0, Math.min(1, percent / 100));
const percent = (value: number): number => Math.round(value * 1000) / 10;

function PlacedFields({ value, devices, onChange, children }: PlacedProps) {
  const { fields: w } = useEditorWords();
  const { deviceId, channel, x, y } = value;
  return (
    <div className="edit-placed form">
      <OneOf
        label={w.device}
        options={devices}
        value={deviceId}
        onChange={(id) => onChange({ ...value, deviceId: id })}
      />
      <ChannelField
        devices={{ kind: "DEVICES", deviceIds: [deviceId] }}
        value={channel}
        onChange={(next) => onChange({ ...value, channel: next ?? { key: "" } })}
      />
      {channel.key === "" && <Wrong>{w.noChannel}</Wrong>}
      <details>
        <summary>{w.display}</summary>
        <div className="form">
          <ChannelLook channel={channel} onChange={(next) => onChange({ ...value, channel: next })} />
        </div>
      </details>
      <div className="edit-pair">
        <NumberEdit label={w.fromLeft} value={percent(x)} onChange={(next) => onChange({ ...value, x: share(next) })} />
        <NumberEdit label={w.fromTop} value={percent(y)} onChange={(next) => onChange({ ...value, y: share(next) })} />
      </div>
      {children}
    </div>
  );
}

export const imageEditing: WidgetEditing<"IMAGE"> = {
  Form: ImageForm,
  size: { w: 10, h: 12 },
  sketch: "M6 5h52v26h-52zM6 18h18v13M40 5v16h18M24 12v.01M48 27v.01",
};
