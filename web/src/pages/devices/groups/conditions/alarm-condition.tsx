import { type AlarmCondition, alarmPresences, alarmSeverities } from "@heliograph/contract";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ChoiceEdit, TextEdit } from "../../../device-types/edit-fields.tsx";
import { type ConditionEditor, type EditorProps, given } from "./condition-editor.ts";

function Editor({ condition, onChange }: EditorProps<AlarmCondition>) {
  const { deviceGroups: m, alarms } = useMessages();
  return (
    <>
      <ChoiceEdit
        label={m.state}
        value={condition.state}
        options={alarmPresences.map((one) => [one, m.alarmStates[one]] as const)}
        onChange={(state) => onChange({ ...condition, state })}
      />
      <ChoiceEdit
        label={m.severity}
        value={condition.severity ?? ""}
        options={[
          ["", m.anySeverity] as const,
          ...alarmSeverities.map((one) => [one, alarms.severities[one]] as const),
        ]}
        onChange={(severity) => onChange(given({ ...condition, severity: severity === "" ? undefined : severity }))}
      />
      <TextEdit
        label={m.alarmType}
        value={condition.type ?? ""}
        onChange={(type) => onChange(given({ ...condition, type: type === "" ? undefined : type }))}
      />
    </>
  );
}

export const alarmEditor: ConditionEditor<AlarmCondition> = {
  initial: { kind: "ALARM", state: "ACTIVE" },
  Editor,
};
