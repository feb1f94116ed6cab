import { type AttributeCondition, attributeScopes } from "@heliograph/contract";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ChoiceEdit } from "../../../device-types/edit-fields.tsx";
import { ComparisonEdit } from "./comparison-edit.tsx";
import { type ConditionEditor, type EditorProps, given } from "./condition-editor.ts";

import { KeyEdit } from "./key-edit.tsx";

const anyScope = "ANY";

function Editor({ condition, onChange }: EditorProps<AttributeCondition>) {
  const m = useMessages();
  const { kind, key, scope, comparison, value } = condition;
  const compared = given({ comparison, value });
  return (
    <>
      <KeyEdit of="attributes" value={key} onChange={(next) => onChange({ ...condition, key: next })} />
      <ChoiceEdit
        label={m.deviceGroups.scope}
        value={scope ?? anyScope}
        options={[
          [anyScope, m.deviceGroups.anyScope] as const,
          ...attributeScopes.map((one) => [one, m.deviceGroups.scopes[one]] as const),
        ]}
        onChange={(next) => onChange({ kind, key, ...compared, ...(next !== anyScope && { scope: next }) })}
      />
      <ComparisonEdit compared={compared} onChange={(next) => onChange({ kind, key, ...given({ scope }), ...next })} />
    </>
  );
}

export const attributeEditor: ConditionEditor<AttributeCondition> = {
  initial: { kind: "ATTRIBUTE", key: "", comparison: "EQUAL", value: "" },
  Editor,
};
