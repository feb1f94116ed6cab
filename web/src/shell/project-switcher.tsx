import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useFirstWords } from "../i18n/messages.tsx";
import { indentedName, treeRows } from "../pages/projects/project-tree.ts";
import { Icon } from "../ui/icon.tsx";
import { useTenantId } from "./current-user.ts";
import { useAreProjectsKnown, useProject, useProjects } from "./use-project.ts";

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
  const place = useKeptPlace(rows.length > 0);
  if (rows.length === 0)
    return place.width > 0 ? <div className="project-switcher coming" style={{ width: place.width }} /> : null;
  return (
    <div ref={place.element} className="project-switcher" data-chosen={project === undefined ? undefined : ""}>
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

/** Its usual width, where nobody was here before. */
const usualWidth = 151;

/** How much room it had the last time: it is kept until it is known which projects there are, so that nothing beside it moves. */
function useKeptPlace(isThere: boolean) {
  const tenantId = useTenantId();
  const isKnown = useAreProjectsKnown();
  const { project } = useProject();
  const element = useRef<HTMLDivElement>(null);
  const key = `heliograph.switcher-width.${tenantId}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another project has another width
  useEffect(() => {
    if (isKnown && tenantId !== "") localStorage.setItem(key, String(element.current?.offsetWidth ?? 0));
  }, [isKnown, isThere, project, key]);
  return { element, width: isKnown ? 0 : Number(localStorage.getItem(key) ?? usualWidth) };
}
