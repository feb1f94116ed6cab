import { useQuery } from "@tanstack/react-query";
import { projectList } from "../../api/projects.ts";
import { useMessages } from "../../i18n/messages.tsx";
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

interface ProjectFilterProps {
  readonly value: string | undefined;
  readonly onChange: (project: string | undefined) => void;
}

/** Which project is looked at; nothing where there are none. */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const m = useMessages();
  const { data } = useQuery(projectList(useTenantId()));
  const rows = treeRows(data?.data ?? []);
  if (rows.length === 0 && value === undefined) return null;
  return (
    <select
      aria-label={m.projects.project}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">{m.projects.all}</option>
      <option value="none">{m.projects.unassigned}</option>
      {rows.map((row) => (
        <option key={row.project.id.id} value={row.project.id.id}>
          {indentedName(row)}
        </option>
      ))}
    </select>
  );
}
