import { useLocation, useNavigate } from "@tanstack/react-router";
import { useFirstWords } from "../i18n/messages.tsx";
import { indentedName, treeRows } from "../pages/projects/project-tree.ts";
import { Icon } from "../ui/icon.tsx";
import { useProject, useProjects } from "./use-project.ts";

/** Which project is looked at, on every page; nothing where there are none [PRJ1]. */
export function ProjectSwitcher() {
  const m = useFirstWords();
  const { project, choose } = useProject();
  const rows = treeRows(useProjects() ?? []);
  const navigate = useNavigate({ from: "/devices" });
  const isInAddress = useLocation({ select: ({ pathname }) => pathname === "/devices" });
  const change = (next: string | undefined) => {
    choose(next);
    if (!isInAddress) return;
    const search = ({ project: _, ...rest }: { readonly project?: string }) =>
      next === undefined ? rest : { ...rest, project: next };
    void navigate({ to: "/devices", search });
  };
  if (rows.length === 0) return null;
  return (
    <div className="project-switcher" data-chosen={project === undefined ? undefined : ""}>
      <Icon name="projects" />
      <select
        aria-label={m.projects.project}
        title={m.projects.switch}
        value={project ?? ""}
        onChange={({ target }) => change(target.value === "" ? undefined : target.value)}
      >
        <option value="">{m.projects.all}</option>
        <option value="none">{m.projects.unassigned}</option>
        {rows.map((row) => (
          <option key={row.project.id.id} value={row.project.id.id}>
            {indentedName(row)}
          </option>
        ))}
      </select>
    </div>
  );
}
