import { type NameCondition, nameComparisons } from "@heliograph/contract";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ChoiceEdit, TextEdit } from "../../../device-types/edit-fields.tsx";
import type { ConditionEditor, EditorProps } from "./condition-editor.ts";

function Editor({ condition, onChange }: EditorProps<NameCondition>) {
  const { deviceGroups: m } = useMessages();
  return (
    <>
      <ChoiceEdit
        label={m.comparison}
        value={condition.comparison}
        options={nameComparisons.map((one) => [one, m.nameComparisons[one]] as const)}
        onChange={(comparison) => onChange({ ...condition, comparison })}
      />
      <TextEdit label={m.text} value={condition.text} onChange={(text) => onChange({ ...condition, text })} />
    </>
  );
}

export const nameEditor: ConditionEditor<NameCondition> = {
  initial: { kind: "NAME", comparison: "CONTAINS", text: "" },
  Editor,
};
