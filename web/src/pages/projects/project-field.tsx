import { useQuery } from "@tanstack/react-query";
import { projectList } from "../../api/projects.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { Field } from "../../ui/field.tsx";
import { indentedName, placesFor, treeRows } from "./project-tree.ts";

interface ProjectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string | undefined;
  /** The words for no project at all. */
  readonly none: string;
  /** A project that is moved itself. */
  readonly moved?: string | undefined;
}

/** A project as a field of a form; empty where there is none. */
export function ProjectField({ label, name, value, none, moved }: ProjectFieldProps) {
  const { data } = useQuery(projectList(useTenantId()));
  const rows = placesFor(treeRows(data?.data ?? []), moved);
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} name={name} defaultValue={value ?? ""} key={data ? "there" : "coming"}>
          <option value="">{none}</option>
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
