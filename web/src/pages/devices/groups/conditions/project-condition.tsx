import type { ProjectCondition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { projectList } from "../../../../api/projects.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useTenantId } from "../../../../shell/current-user.ts";
import { CheckEdit } from "../../../device-types/edit-fields.tsx";
import { indentedName, treeRows } from "../../../projects/project-tree.ts";
import { ChosenList } from "./chosen-list.tsx";
import type { ConditionEditor, EditorProps } from "./condition-editor.ts";

function Editor({ condition, onChange }: EditorProps<ProjectCondition>) {
  const m = useMessages();
  const { data } = useQuery(projectList(useTenantId()));
  const rows = treeRows(data?.data ?? []);
  return (
    <>
      <ChosenList
        label={m.deviceGroups.kinds.PROJECT}
        chosen={condition.projectIds}
        options={[
          ["none", m.projects.unassigned],
          ...rows.map((row) => [row.project.id.id, indentedName(row)] as const),
        ]}
        onChange={(projectIds) => onChange({ ...condition, projectIds })}
      />
      <CheckEdit
        label={m.deviceGroups.descendants}
        value={condition.includeDescendants ?? true}
        onChange={(includeDescendants) => onChange({ ...condition, includeDescendants })}
      />
    </>
  );
}

export const projectEditor: ConditionEditor<ProjectCondition> = {
  initial: { kind: "PROJECT", projectIds: [] },
  Editor,
};
