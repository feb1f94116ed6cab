import { useMessages } from "../../../i18n/messages.tsx";
import { useProjects } from "../../../shell/use-project.ts";
import { Field } from "../../../ui/field.tsx";
import { indentedName, treeRows } from "../../projects/project-tree.ts";

interface ProjectChoiceProps {
  readonly value: string | null;
  readonly onChange: (projectId: string | null) => void;
}

/** Whose policy it is: of the whole tenant, or of a project with those below it. */
export function ProjectChoice({ value, onChange }: ProjectChoiceProps) {
  const w = useMessages().policies;
  const rows = treeRows(useProjects() ?? []);
  return (
    <Field label={w.form.project}>
      {(id) => (
        <select
          id={id}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        >
          <option value="">{w.wholeTenant}</option>
          {rows.map((row) => (
            <option key={row.project.id.id} value={row.project.id.id}>
              {indentedName(row)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
