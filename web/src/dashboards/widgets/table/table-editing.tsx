import { CheckEdit, ChoiceEdit } from "../../../pages/device-types/edit-fields.tsx";
import { ChannelsField } from "../../editing/fields/channels-field.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { PageField } from "../../editing/fields/page-field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { ThresholdsField } from "../../editing/fields/thresholds-field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

const columns = ["TYPE", "LABEL", "CONTACT", "ALARMS"] as const;

function TableForm({ options, onChange }: WidgetFormProps<"TABLE">) {
  const { fields: w } = useEditorWords();
  const { rows = "DEVICES", columns: shown = [] } = options;
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        <ChoiceEdit
          label={w.rows}
          value={rows}
          options={(["DEVICES", "HISTORY"] as const).map((one) => [one, w.rowKinds[one]] as const)}
          onChange={(next) => onChange({ ...options, rows: next })}
        />
        <ChannelsField
          devices={options.devices}
          value={options.channels}
          atMost={50}
          isOptional={rows === "DEVICES"}
          onChange={(channels) => onChange({ ...options, channels })}
        />
      </Section>
      {rows === "DEVICES" && (
        <Section title={w.display}>
          <fieldset className="edit-checks">
            <legend>{w.columns}</legend>
            {columns.map((one) => (
              <CheckEdit
                key={one}
                label={w.columnNames[one]}
                value={shown.includes(one)}
                onChange={(isShown) =>
                  onChange({
                    ...options,
                    columns: columns.filter((column) => (column === one ? isShown : shown.includes(column))),
                  })
                }
              />
            ))}
          </fieldset>
          <PageField
            label={w.opens}
            value={options.opens}
            onChange={(opens) => onChange(withField(options, "opens", opens))}
          />
        </Section>
      )}
      <ThresholdsField
        value={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </>
  );
}

export const tableEditing: WidgetEditing<"TABLE"> = {
  Form: TableForm,
  size: { w: 12, h: 10 },
  sketch: "M6 5h52v26h-52zM6 13h52M6 22h52M24 5v26M42 5v26",
};
