import { type ActivityCondition, activityStates } from "@heliograph/contract";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ChoiceEdit } from "../../../device-types/edit-fields.tsx";
import { type ConditionEditor, type EditorProps, given } from "./condition-editor.ts";
import { SpanEdit } from "./span-edit.tsx";

function Editor({ condition, onChange }: EditorProps<ActivityCondition>) {
  const { deviceGroups: m } = useMessages();
  return (
    <>
      <ChoiceEdit
        label={m.state}
        value={condition.state}
        options={activityStates.map((one) => [one, m.states[one]] as const)}
        onChange={(state) => onChange({ ...condition, state })}
      />
      <SpanEdit
        label={condition.state === "ACTIVE" ? m.within : m.since}
        value={condition.sinceMs}
        onChange={(sinceMs) => onChange(given({ kind: condition.kind, state: condition.state, sinceMs }))}
      />
    </>
  );
}

export const activityEditor: ConditionEditor<ActivityCondition> = {
  initial: { kind: "ACTIVITY", state: "INACTIVE" },
  Editor,
};
