import { type AlarmSeverity, alarmSeverities } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { CheckEdit, ChoiceEdit, NumberEdit } from "../../../pages/device-types/edit-fields.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { Section } from "../../editing/fields/section.tsx";
import { withField } from "../../editing/fields/with-field.ts";
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
      <SeveritiesField
        value={options.severities ?? []}
        onChange={(chosen) => onChange(withField(options, "severities", chosen.length > 0 ? chosen : undefined))}
      />
      <NumberEdit
        label={w.atMost}
        value={options.limit ?? usual}
        onChange={(limit = usual) => onChange({ ...options, limit: Math.max(1, Math.min(most, Math.round(limit))) })}
      />
    </Section>
  );
}

interface SeveritiesProps {
  readonly value: readonly AlarmSeverity[];
  readonly onChange: (value: AlarmSeverity[]) => void;
}

function SeveritiesField({ value, onChange }: SeveritiesProps) {
  const m = useMessages();
  const { fields: w } = useEditorWords();
  const chosenWith = (one: AlarmSeverity, isChosen: boolean) =>
    alarmSeverities.filter((other) => (other === one ? isChosen : value.includes(other)));
  return (
    <fieldset className="edit-placed form">
      <legend>{w.alarmSeverities}</legend>
      {alarmSeverities.map((one) => (
        <CheckEdit
          key={one}
          label={m.alarms.severities[one]}
          value={value.includes(one)}
          onChange={(isChosen) => onChange(chosenWith(one, isChosen))}
        />
      ))}
    </fieldset>
  );
}

export const alarmListEditing: WidgetEditing<"ALARM_LIST"> = {
  Form: AlarmListForm,
  size: { w: 8, h: 10 },
  sketch: "M10 5l5 7h-10zM22 9h34M10 15l5 7h-10zM22 19h26M10 25l5 6h-10zM22 29h30",
};
