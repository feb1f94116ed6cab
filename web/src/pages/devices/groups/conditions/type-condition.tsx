import type { TypeCondition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { typeList } from "../../../../api/device-types.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ChosenList } from "./chosen-list.tsx";
import type { ConditionEditor, EditorProps } from "./condition-editor.ts";

function Editor({ condition, onChange }: EditorProps<TypeCondition>) {
  const m = useMessages();
  const { data } = useQuery(typeList("", 1_000));
  return (
    <ChosenList
      label={m.deviceGroups.kinds.TYPE}
      chosen={condition.deviceProfileIds}
      options={(data?.data ?? []).map(({ id, name }) => [id.id, name] as const)}
      onChange={(deviceProfileIds) => onChange({ ...condition, deviceProfileIds })}
    />
  );
}

export const typeEditor: ConditionEditor<TypeCondition> = {
  initial: { kind: "TYPE", deviceProfileIds: [] },
  Editor,
};
